/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { Event } from '../../../src/events/store/event.schema.js';
import { MessagesService } from '../../../src/notifications/messages/messages.service.js';
import type { Message } from '../../../src/notifications/messages/message.schema.js';
import { deliverChunk } from '../deliver-chunk.js';
import { delay, EngineScene, HOUR, inApp, MINUTE } from '../engine-scene.js';
import { MessageServer } from '../sending/message-server.js';
import { countCommands } from '../store-probe.js';

const TIMEOUT = { amount: 10, unit: 'minutes' };
const SMS = { type: 'sms', controlValues: { body: 'You have not read it' } };
const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };

const waitUntil = (until: object[], timeout: object = TIMEOUT) => ({
  type: 'wait_until',
  controlValues: { until, timeout },
});
const READ = waitUntil([{ status: 'read', stepId: 'step-1' }]);
const PAID = waitUntil([{ event: 'paid' }]);
const onlyAfter = (outcome: string, step: { type: string; controlValues: object }) => ({
  ...step,
  controlValues: { ...step.controlValues, skip: { '==': [{ var: 'steps.step-2.outcome' }, outcome] } },
});

describe('wait until', () => {
  let scene: EngineScene;
  let server: MessageServer;

  beforeAll(async () => {
    // Nobody but the tests delivers and wakes.
    const settings = { ROLE: 'api', DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1', BULK_AT_ONCE: '3' };
    scene = await EngineScene.start({ settings });
    server = await MessageServer.start();
    for (const channel of ['email', 'sms'] as const) {
      expect((await scene.carillon.api.post('/v1/integrations', server.integration(channel, channel))).status).toBe(
        201,
      );
    }
    scene.clock.stop();
  });

  afterAll(async () => {
    await scene.close();
    await server.close();
  });

  const person = () => scene.subscriber({ email: 'ada@example.com', phone: '+4930901820' });
  const delivered = async (name: string, fields: object = {}): Promise<string> => {
    const transactionId = await scene.trigger(name, fields);
    await delivering(transactionId);
    return transactionId;
  };
  const delivering = async (transactionId: string) =>
    deliverChunk(scene.carillon, (await scene.model(Event).findOne({ transactionId }).lean())!._id);
  const begun = async (steps: object[], fields: object = {}) => {
    const to = await person();
    const transactionId = await delivered(await scene.workflow(steps), { to, ...fields });
    return { to, transactionId };
  };
  const send = async (body: object): Promise<{ ended: number; hasMore: boolean }> => {
    const response = await scene.carillon.api.post('/v1/waits/events', body);
    expect(response.status).toBe(200);
    return response.body.data;
  };
  const notification = async (transactionId: string) =>
    (await scene.messages.findOne({ transactionId, channel: 'in_app' }).lean())!;
  const read = async (to: string, { _id }: Pick<Message, '_id'>) => {
    const path = `/v2/subscribers/${to}/notifications/${_id.toHexString()}/read`;
    expect((await scene.carillon.api.patch(path, {})).status).toBe(200);
  };
  /** As the provider reports a message. */
  const report = async (transactionId: string, status: 'delivered' | 'opened' | 'clicked' | 'bounced') => {
    const message = (await scene.messages.findOne({ transactionId, channel: 'email' }).lean())!;
    const { providerMessageId = '', environmentId, integrationId } = message;
    const at = scene.clock.now();
    const one = { report: { eventId: randomUUID(), status, at }, providerMessageIds: [providerMessageId] };
    const source = { environmentId, _id: integrationId! };
    return scene.carillon.app.get(MessagesService, { strict: false }).noteReports(source, [one]);
  };

  describe('not read in ten minutes → SMS', () => {
    const steps = [inApp('Read me'), READ, onlyAfter('timeout', SMS)];

    it('CS70: an SMS is sent when the timeout comes', async () => {
      const { transactionId } = await begun(steps);
      expect(await scene.story(transactionId)).toEqual([
        'completed: delivered',
        'delayed: wait_until_waiting',
        'pending',
      ]);
      await scene.later(10 * MINUTE - 1000);
      expect((await scene.story(transactionId))[1]).toBe('delayed: wait_until_waiting');
      await scene.later(1000);
      expect(await scene.story(transactionId)).toEqual([
        'completed: delivered',
        'completed: wait_until_timeout',
        'completed: delivered',
      ]);
    });

    it('CS72: none is sent when it is read before', async () => {
      const { to, transactionId } = await begun(steps);
      await read(to, await notification(transactionId));
      await scene.wake();
      const story = ['completed: delivered', 'completed: wait_until_status', 'skipped: condition_false'];
      expect(await scene.story(transactionId)).toEqual(story);
      await scene.later(HOUR);
      expect(await scene.story(transactionId)).toEqual(story);
      const [activity] = (await scene.activity(transactionId)).body.data;
      expect(activity.jobs[1].executionDetails.at(-1).raw).toBe('read of step-1');
    });

    it.each<[string, string, object]>([
      ['all of the inbox', 'read', {}],
      ['the inbox with archiving', 'archive', {}],
    ])('CS72: none is sent after %s was marked, few or many', async (_what, path, body) => {
      const to = await person();
      const name = await scene.workflow(steps);
      // Of many, the change of most is pending.
      for (const count of [1, 5]) {
        const ids = [];
        for (let index = 0; index < count; index++) ids.push(await delivered(name, { to }));
        expect((await scene.carillon.api.post(`/v2/subscribers/${to}/notifications/${path}`, body)).status).toBe(204);
        await scene.wake();
        for (const id of ids) expect((await scene.story(id))[1]).toBe('completed: wait_until_status');
      }
    });

    it('CS72: unread and seen end nothing', async () => {
      const { to, transactionId } = await begun(steps);
      const { _id } = await notification(transactionId);
      const path = `/v2/subscribers/${to}/notifications`;
      expect((await scene.carillon.api.patch(`${path}/${_id.toHexString()}/unread`, {})).status).toBe(200);
      expect((await scene.carillon.api.post(`${path}/seen`, {})).status).toBe(204);
      await scene.wake();
      expect((await scene.story(transactionId))[1]).toBe('delayed: wait_until_waiting');
    });
  });

  describe('reports of providers', () => {
    const steps = [
      EMAIL,
      waitUntil(['clicked', 'bounced'].map((status) => ({ status, stepId: 'step-1' }))),
      inApp('{{steps.step-2.outcome}} {{steps.step-2.status}} {{steps.step-1.opened}}'),
    ];

    it.each<['clicked' | 'bounced', string]>([
      ['clicked', 'status clicked true'],
      ['bounced', 'status bounced false'],
    ])('CS71, CS72: %s ends the wait, and later steps see it', async (status, body) => {
      const { transactionId } = await begun(steps);
      await report(transactionId, 'delivered');
      await scene.wake();
      expect((await scene.story(transactionId))[1]).toBe('delayed: wait_until_waiting');
      expect(await report(transactionId, status)).toEqual(['noted']);
      await scene.wake();
      expect(await scene.bodies(transactionId)).toEqual([body]);
    });

    it('CS71: conditions see statuses without a step that waits', async () => {
      const clicked = { '==': [{ var: 'steps.step-1.clicked' }, true] };
      const after = [delay(1, 'hours'), inApp('a', { skip: clicked }), inApp('b', { skip: { '!': clicked } })];
      const { transactionId } = await begun([EMAIL, ...after]);
      await report(transactionId, 'clicked');
      await scene.later(HOUR);
      expect(await scene.bodies(transactionId)).toEqual(['a']);
    });

    it('CS72: also where the workflow has been edited meanwhile', async () => {
      const name = await scene.workflow([EMAIL, delay(1, 'hours'), PAID, inApp('{{steps.step-3.status}}')]);
      const transactionId = await delivered(name, { to: await person() });
      const { data } = (await scene.carillon.api.get(`/v2/workflows/${name}`)).body;
      const until = [{ status: 'opened', stepId: 'step-1' }];
      const edited = data.steps.map((step: { type: string; controlValues: object }) =>
        step.type === 'wait_until' ? { ...step, controlValues: { until, timeout: TIMEOUT } } : step,
      );
      const { status } = await scene.carillon.api.put(`/v2/workflows/${name}`, { ...data, steps: edited });
      expect(status).toBe(200);
      await scene.later(HOUR);
      await report(transactionId, 'opened');
      await scene.wake();
      expect(await scene.bodies(transactionId)).toEqual(['opened']);
    });
  });

  describe('events of the application', () => {
    const steps = [PAID, inApp('{{steps.step-1.outcome}} {{steps.step-1.event}} {{steps.step-1.payload.amount}}')];

    it.each<[string, (ids: { to: string; transactionId: string }) => object, number]>([
      ['a subscriber', ({ to: subscriberId }) => ({ subscriberId }), 1],
      ['a trigger', ({ transactionId }) => ({ transactionId }), 1],
      ['both', ({ to: subscriberId, transactionId }) => ({ subscriberId, transactionId }), 1],
      ['another subscriber', () => ({ subscriberId: 'nobody-of-these' }), 0],
      ['another trigger', () => ({ transactionId: randomUUID() }), 0],
      [
        'another subscriber of the trigger',
        ({ transactionId }) => ({ subscriberId: 'nobody-of-these', transactionId }),
        0,
      ],
    ])('CS73: an event that names %s', async (_what, owner, ended) => {
      const ids = await begun(steps);
      const event = { name: 'paid', payload: { amount: 12 }, ...owner(ids) };
      expect(await send({ ...event, name: 'refunded' })).toEqual({ ended: 0, hasMore: false });
      expect(await send(event)).toEqual({ ended, hasMore: false });
      expect(await send(event)).toEqual({ ended: 0, hasMore: false });
      await scene.wake();
      expect(await scene.bodies(ids.transactionId)).toEqual(ended ? ['event paid 12'] : []);
      await scene.later(10 * MINUTE);
      expect(await scene.bodies(ids.transactionId)).toEqual([ended ? 'event paid 12' : 'timeout  ']);
    });

    it('CS73: one of another environment ends nothing', async () => {
      const { to: subscriberId, transactionId } = await begun(steps);
      const { otherApi } = scene.carillon;
      for (const owner of [{ subscriberId }, { transactionId }]) {
        const { body } = await otherApi.post('/v1/waits/events', { name: 'paid', ...owner });
        expect(body.data).toEqual({ ended: 0, hasMore: false });
      }
    });

    it('CS73: ends the waits of all recipients of a trigger', async () => {
      const to = Array.from({ length: 30 }, () => scene.newId());
      const transactionId = await delivered(await scene.workflow(steps), { to });
      expect(await send({ name: 'paid', subscriberId: to[0], transactionId })).toEqual({ ended: 1, hasMore: false });
      expect(await send({ name: 'paid', transactionId })).toEqual({ ended: 29, hasMore: false });
    });

    it('CS74: one that names the trigger counts although its wait begins later, one for a subscriber does not', async () => {
      const later = [delay(1, 'hours'), ...steps];
      const name = await scene.workflow(later.map((step, index) => ({ ...step, stepId: `step-${index}` })));
      const to = await person();
      const [early, late] = [await delivered(name, { to }), await delivered(name, { to })];
      await send({ name: 'paid', transactionId: early, payload: { amount: 5 } });
      await send({ name: 'paid', subscriberId: to });
      await send({ name: 'paid', subscriberId: to, transactionId: late });
      await scene.later(HOUR);
      expect(await scene.bodies(early)).toEqual(['event paid 5']);
      expect((await scene.story(late))[1]).toBe('delayed: wait_until_waiting');
    });

    it('CS74: also before the trigger was delivered', async () => {
      const transactionId = await scene.trigger(await scene.workflow(steps), { to: await person() });
      expect(await send({ name: 'paid', transactionId })).toEqual({ ended: 0, hasMore: false });
      await delivering(transactionId);
      expect(await scene.bodies(transactionId)).toEqual(['event paid ']);
    });

    it('CS73: names are templates', async () => {
      const name = await scene.workflow([
        waitUntil([{ event: 'order.{{payload.id}}.paid' }]),
        inApp('{{steps.step-1.event}}'),
      ]);
      const to = await person();
      const ids = [
        await delivered(name, { to, payload: { id: 1 } }),
        await delivered(name, { to, payload: { id: 2 } }),
      ];
      expect(await send({ name: 'order.2.paid', subscriberId: to })).toMatchObject({ ended: 1 });
      await scene.wake();
      expect([await scene.bodies(ids[0]!), await scene.bodies(ids[1]!)]).toEqual([[], ['order.2.paid']]);
    });

    it.each<[string, object, string]>([
      ['nobody', { name: 'paid' }, 'subscriberId'],
      ['no name', { subscriberId: 'ada' }, 'name'],
      ['a name that is too long', { name: 'n'.repeat(129), subscriberId: 'ada' }, 'name'],
      ['a large payload', { name: 'paid', subscriberId: 'ada', payload: { a: 'x'.repeat(17_000) } }, 'payload'],
      ['a member that does not exist', { name: 'paid', subscriberId: 'ada', workflowId: 'x' }, 'workflowId'],
    ])('CS73: %s is refused', async (_what, body, field) => {
      const { status, body: answer } = await scene.carillon.api.post('/v1/waits/events', body);
      expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
    });
  });

  describe('waits', () => {
    it('WA1, WA4, WA5: are listed, released and canceled like others', async () => {
      const [one, two] = [await begun([PAID, inApp('{{steps.step-1.outcome}}')]), await begun([PAID, inApp('x')])];
      const query = `transactionId=${one.transactionId}&reason=wait_until_waiting`;
      const [listed] = (await scene.carillon.api.get(`/v1/waits?${query}`)).body.data;
      expect(listed).toMatchObject({ stepType: 'wait_until', detail: 'Step waits for a status or an event' });
      await scene.carillon.api.post('/v1/waits/release', { transactionId: one.transactionId });
      await scene.carillon.api.post('/v1/waits/cancel', { transactionId: two.transactionId });
      for (const { to: subscriberId } of [one, two]) {
        expect(await send({ name: 'paid', subscriberId })).toEqual({ ended: 0, hasMore: false });
      }
      await scene.wake();
      expect([await scene.bodies(one.transactionId), await scene.bodies(two.transactionId)]).toEqual([['timeout'], []]);
    });

    it('EX3: messages are worth sending from the end of the wait on', async () => {
      const expiring = inApp('x', { expiresIn: { amount: 5, unit: 'minutes' } });
      const { transactionId } = await begun([waitUntil([{ event: 'paid' }], { amount: 3, unit: 'days' }), expiring]);
      scene.clock.forward(2 * HOUR);
      await send({ name: 'paid', transactionId });
      await scene.wake();
      expect(await scene.story(transactionId)).toEqual(['completed: wait_until_event', 'completed: delivered']);
    });

    it('CS75: cost nothing where nobody waits, and as much for a chunk as for one', async () => {
      const name = await scene.workflow([EMAIL, waitUntil([{ status: 'opened', stepId: 'step-1' }, { event: 'x' }])]);
      const plain = await begun([EMAIL, delay(1, 'hours'), inApp('a')]);
      const awaited = await begun([EMAIL, waitUntil([{ status: 'opened', stepId: 'step-1' }])]);
      const reporting = (transactionId: string) => countCommands(() => report(transactionId, 'opened'));
      await reporting(plain.transactionId);
      const [without, with_] = [await reporting(plain.transactionId), await reporting(awaited.transactionId)];
      expect(with_ - without).toBe(1);
      const cost = async (count: number) => {
        const to = await Promise.all(Array.from({ length: count }, person));
        const transactionId = await scene.trigger(name, { to });
        const event = (await scene.model(Event).findOne({ transactionId }).lean())!;
        return countCommands(() => deliverChunk(scene.carillon, event._id));
      };
      await cost(1);
      const [one, many] = [await cost(1), await cost(40)];
      // On a busy machine a chunk is written in some more portions, and never for each person.
      expect(many - one).toBeLessThan(20);
    });
  });
});
