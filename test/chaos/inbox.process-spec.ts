import type { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { asSoonAs } from '../eventually.js';
import { aMessage } from '../notifications/inbox/inbox-scene.js';
import { describeFleet, Fleet } from './fleet.js';

const MESSAGES = 5000;
/** The place of the worker. */
const WORKER = 1;

describeFleet('a worker that is killed while it stores a change of a whole inbox', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await Fleet.start({ BULK_AT_ONCE: '10', IDLE_LOOK_SECONDS: '1' }, { apis: 1, workers: 1 });
  });

  afterAll(() => fleet.close());

  it('A13: is continued by another one, and what is read is the same all the time', async () => {
    const api = await fleet.api(0);
    await api.subscriber({ subscriberId: 'ada' });
    const subscribers = fleet.database.collection<Subscriber>('subscribers');
    const messages = fleet.database.collection('messages');
    const subscriber = (await subscribers.findOne({ subscriberId: 'ada' }))!;
    const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index);
    await messages.insertMany(
      Array.from({ length: MESSAGES }, (_item, index) => aMessage(subscriber, { createdAt: at(index) })),
    );
    const counts = async () => {
      const filters = encodeURIComponent(JSON.stringify([{ read: false }, { archived: true }]));
      const { body } = await api.get(`/v2/subscribers/ada/notifications/count?filters=${filters}`);
      return body.data.map(({ count }: { count: number }) => count);
    };
    const stored = () => messages.countDocuments({ subscriberId: subscriber._id, archived: true });

    expect((await api.post('/v2/subscribers/ada/notifications/archive', {})).status).toBe(204);
    await asSoonAs(async () => (await stored()) > 10);
    await fleet.kill(WORKER);
    const left = await stored();
    expect(left).toBeLessThan(MESSAGES);
    expect(await counts()).toEqual([0, MESSAGES]);
    await asSoonAs(async () => {
      expect(await counts()).toEqual([0, MESSAGES]);
      return !(await subscribers.findOne({ pendingDueAt: { $exists: true } }));
    });
    expect(await stored()).toBe(MESSAGES);
    expect(await counts()).toEqual([0, MESSAGES]);
  });
});
