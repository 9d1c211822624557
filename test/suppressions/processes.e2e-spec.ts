import { EventEmitter, once } from 'node:events';
import { SuppressionLists } from '../../src/suppressions/suppression-lists.service.js';
import { Suppression } from '../../src/suppressions/suppression.schema.js';
import { ChannelSender } from '../../src/delivery/sending/channel-sender.js';
import { PubSub } from '../../src/platform/queue/pub-sub.js';
import { Event } from '../../src/events/store/event.schema.js';
import { deliverChunk } from '../delivery/deliver-chunk.js';
import { EngineScene } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';
import { eventually } from '../eventually.js';

const MANY = 100;
const LATE = 6;
const email = { type: 'email', controlValues: { subject: 's', body: 'b' } };

describe('CS22: the list', () => {
  let scene: EngineScene;
  /** Addresses that the provider was asked for, in this order. */
  let sent: string[];

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { ROLE: 'api', WORKFLOW_CACHE_SECONDS: '60' } });
    await scene.integration('email');
    // A provider costs the store nothing; the outbox would.
    scene.carillon.app.get(ChannelSender, { strict: false }).send = ({ content }) => {
      if (content.channel === 'email') sent.push(...content.to);
      return Promise.resolve({ ok: true });
    };
    scene.clock.stop();
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(() => scene.close());

  const delivery = async (name: string, to: string[]) => {
    const transactionId = await scene.trigger(name, { to });
    const event = await scene.model(Event).findOne({ transactionId }).lean();
    return () => deliverChunk(scene.carillon, event!._id);
  };
  const people = async (count: number) => {
    const all = Array.from({ length: count }, () => scene.newId());
    const subscribers = all.map((subscriberId) => ({ subscriberId, email: `${subscriberId}@example.com` }));
    expect((await scene.carillon.api.post('/v1/subscribers/bulk', { subscribers })).status).toBe(201);
    return all;
  };
  const suppress = async (address: string) =>
    expect((await scene.carillon.api.post('/v1/suppressions', { channel: 'email', address })).status).toBe(201);

  it('costs no command with or without entries, and one for a batch that has suppressed addresses', async () => {
    const name = await scene.workflow([email]);
    const count = async (to: string[]) => {
      await (
        await delivery(name, to)
      )();
      return countCommands(await delivery(name, to));
    };
    const [ada, others] = [await people(1), await people(MANY)];
    const without = [await count(ada), await count(others)] as const;
    await suppress('somebody@example.com');
    const withEntries = [await count(ada), await count(others)] as const;
    expect(withEntries[0]).toBe(without[0]);
    expect(withEntries[1]).toBeLessThanOrEqual(without[1] + LATE);
    for (const one of others.slice(0, MANY / 2)) await suppress(`${one}@example.com`);
    expect(await count(others)).toBeLessThanOrEqual(without[1] + 1 + LATE);
    sent = [];
    await (
      await delivery(name, others)
    )();
    expect(sent.toSorted()).toEqual(
      others
        .slice(MANY / 2)
        .map((one) => `${one}@example.com`)
        .toSorted(),
    );
  });

  it('CS23: heals when a notice is lost', async () => {
    const name = await scene.workflow([email]);
    const [ada] = await people(1);
    await (
      await delivery(name, [ada!])
    )();
    expect(sent).toHaveLength(1);
    // As another process would, whose notice does not arrive.
    const now = scene.clock.now();
    const { id: environmentId, organizationId } = scene.environment;
    const entry = {
      environmentId,
      organizationId,
      channel: 'email',
      reason: 'bounce',
      source: { type: 'api' },
    } as const;
    await scene.model(Suppression).create({ ...entry, address: `${ada}@example.com`, createdAt: now, updatedAt: now });
    scene.clock.forward(5000);
    await (
      await delivery(name, [ada!])
    )();
    expect(sent).toHaveLength(1);
  });

  it('CS23: looks again at once when a notice names no addresses, or may have been missed', async () => {
    const lists = scene.carillon.app.get(SuppressionLists);
    const { id: environmentId, organizationId } = scene.environment;
    const queryOf = (address: string) => ({ environmentId, channel: 'email', addresses: [address] }) as const;
    const now = scene.clock.now();
    const store = async (address: string) => {
      await scene.model(Suppression).create({
        environmentId,
        organizationId,
        channel: 'email',
        address,
        reason: 'bounce',
        source: { type: 'api' },
        createdAt: now,
        updatedAt: now,
      });
      expect(await lists.find(queryOf(address))).toEqual([]);
    };
    await store('one@example.com');
    lists.onNotices([{ environmentId }]);
    expect(await lists.find(queryOf('one@example.com'))).toHaveLength(1);
    await store('two@example.com');
    lists.onInterruption();
    expect(await lists.find(queryOf('Two@example.com'))).toHaveLength(1);
  });

  it('CS23: that takes long to be read at first holds up no message', async () => {
    await suppress('slow@example.com');
    const { id: environmentId } = scene.environment;
    const find = (lists: SuppressionLists, address: string) =>
      lists.find({ environmentId, channel: 'email', addresses: [address] });
    const lists = new SuppressionLists(scene.model(Suppression), scene.carillon.app.get(PubSub), scene.clock);
    const gate = new EventEmitter();
    jest.spyOn(lists['documents'], 'find').mockReturnValueOnce({
      async *[Symbol.asyncIterator]() {
        await once(gate, 'open');
        yield { channel: 'email', address: 'slow@example.com' };
      },
    } as never);
    expect(await find(lists, 'Slow@example.com')).toHaveLength(1);
    expect(await find(lists, 'other@example.com')).toEqual([]);
    gate.emit('open');
    await eventually(async () =>
      expect(lists['known'].get(environmentId)).toMatchObject({ readAt: expect.any(Number) }),
    );
    const commands = await countCommands(() => find(lists, 'other@example.com'));
    expect(commands).toBe(0);
    expect(await find(lists, 'slow@example.com')).toHaveLength(1);
  });
});

describe('CS23: an address that is suppressed while a broadcast runs', () => {
  it('gets nothing after the response', async () => {
    const scene = await EngineScene.start();
    await scene.integration('email');
    const log: string[] = [];
    const answered = new Set<string>();
    scene.carillon.app.get(ChannelSender, { strict: false }).send = async ({ content }) => {
      const to = content.channel === 'email' ? content.to : [];
      await new Promise((resolve) => setImmediate(resolve));
      log.push(...to.filter((address) => answered.has(address)));
      return { ok: true };
    };
    const { api } = scene.carillon;
    const subscribers = Array.from({ length: 1000 }, (_, index) => ({
      subscriberId: `b-${index}`,
      email: `b-${index}@example.com`,
    }));
    for (let start = 0; start < subscribers.length; start += 500) {
      const chunk = subscribers.slice(start, start + 500);
      expect((await api.post('/v1/subscribers/bulk', { subscribers: chunk })).status).toBe(201);
    }
    const name = await scene.workflow([email, email]);
    const broadcast = await api.post('/v1/events/trigger/broadcast', { name, payload: {} });
    expect(broadcast.status).toBe(201);
    await Promise.all(
      subscribers
        .filter((_one, index) => index % 10 === 0)
        .map(async ({ email: address }) => {
          const { status } = await api.post('/v1/suppressions', { channel: 'email', address });
          expect(status).toBe(201);
          answered.add(address);
        }),
    );
    const { transactionId } = broadcast.body.data;
    await eventually(async () => {
      expect(await scene.runs.countDocuments({ transactionId, status: { $ne: 'running' } })).toBe(1000);
    });
    expect(log).toEqual([]);
    await scene.close();
  });
});
