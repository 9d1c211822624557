/** @runs-on redis */
import type { ApiResponse } from '../../api-client.js';
import { eventually } from '../../eventually.js';
import { MessageServer } from '../sending/message-server.js';
import { DAY, delay, digest, EngineScene, HOUR, inApp } from '../engine-scene.js';
import { deliverChunk } from '../deliver-chunk.js';
import { Event } from '../../../src/events/store/event.schema.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };

describe('notifications that wait', () => {
  let scene: EngineScene;
  let mail: MessageServer;

  beforeAll(async () => {
    // Nobody but the tests delivers and wakes.
    const settings = { ROLE: 'api', DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' };
    scene = await EngineScene.start({ settings });
    mail = await MessageServer.start();
    const { status } = await scene.carillon.api.post('/v1/integrations', mail.integration('email', 'Mail'));
    expect(status).toBe(201);
  });

  afterAll(async () => {
    await scene.close();
    await mail.close();
  });

  const list = (query = '') => scene.carillon.api.get(`/v1/waits?${query}`);
  const post = (path: string, body: object): Promise<ApiResponse> => scene.carillon.api.post(`/v1/waits/${path}`, body);
  const end = async (path: string, body: object): Promise<{ ended: number; next: string | null }> => {
    const response = await post(path, body);
    expect(response.status).toBe(200);
    return response.body.data;
  };
  const delivered = async (name: string, fields: object = {}): Promise<string> => {
    const transactionId = await scene.trigger(name, fields);
    const event = await scene.model(Event).findOne({ transactionId }).lean();
    await deliverChunk(scene.carillon, event!._id);
    return transactionId;
  };
  const progress = async (transactionId: string) =>
    (await scene.carillon.api.get(`/v1/events/trigger/${transactionId}`)).body.data;

  it('WA1, WA2: are listed with what they wait for, and found by subscriber, workflow, step, trigger, key and reason', async () => {
    const to = scene.newId();
    const delayed = await scene.workflow([delay(1, 'hours'), inApp('a')]);
    const digested = await scene.workflow([digest(2, 'hours', { digestKey: 'orderId' }), inApp('a')]);
    const one = await delivered(delayed, { to });
    const two = await delivered(digested, { to, payload: { orderId: 'o-7' } });
    // A run that is part of a digest waits for nothing itself.
    await delivered(digested, { to, payload: { orderId: 'o-7' } });
    const { body } = await list(`subscriberId=${to}`);
    expect(body).toMatchObject({
      next: null,
      data: [
        {
          transactionId: two,
          subscriberId: to,
          workflowId: digested,
          stepId: 'step-1',
          stepType: 'digest',
          reason: 'digest_waiting',
          detail: 'Step digested',
          key: 'o-7',
        },
        { transactionId: one, workflowId: delayed, stepType: 'delay', reason: 'delay_waiting' },
      ],
    });
    const [first] = body.data;
    expect(new Date(first.until).getTime() - new Date(first.since).getTime()).toBe(2 * HOUR);
    const found = async (query: string) =>
      (await list(query)).body.data.map((wait: typeof first) => wait.transactionId);
    expect(await found(`workflowId=${delayed}`)).toEqual([one]);
    expect(await found(`transactionId=${two}`)).toEqual([two]);
    expect(await found(`subscriberId=${to}&key=o-7`)).toEqual([two]);
    expect(await found(`subscriberId=${to}&key=o-8`)).toEqual([]);
    expect(await found(`subscriberId=${to}&stepId=step-1`)).toEqual([two, one]);
    expect(await found(`subscriberId=${to}&stepId=step-2`)).toEqual([]);
    expect(await found(`subscriberId=${to}&reason=delay_waiting`)).toEqual([one]);
    expect(await found(`subscriberId=${to}&reason=delay_waiting&stepId=step-1&workflowId=${delayed}`)).toEqual([one]);
    expect(await found('subscriberId=nobody')).toEqual([]);
    expect(await found('workflowId=none')).toEqual([]);
    const page = (await list(`subscriberId=${to}&limit=1`)).body;
    expect(await found(`subscriberId=${to}&limit=1&after=${page.next}`)).toEqual([one]);
    const [id] = body.data.map((wait: typeof first) => wait.notificationId);
    expect((await scene.carillon.otherApi.get(`/v1/waits?transactionId=${one}`)).body.data).toEqual([]);
    const foreign = await scene.carillon.otherApi.post('/v1/waits/cancel', { notificationIds: [id] });
    expect(foreign.body.data).toEqual({ ended: 0, next: null });
    expect(await end('cancel', { subscriberId: to })).toEqual({ ended: 2, next: null });
  });

  it('WA4: a delay that is released is over, and ends once', async () => {
    const transactionId = await delivered(await scene.workflow([delay(1, 'days'), inApp('a')]));
    expect(await end('release', { transactionId })).toEqual({ ended: 1, next: null });
    expect(await end('release', { transactionId })).toEqual({ ended: 0, next: null });
    await scene.wake();
    expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'completed: delivered']);
    await scene.later(2 * DAY);
    expect(await scene.bodies(transactionId)).toHaveLength(1);
    expect(await end('release', { transactionId })).toEqual({ ended: 0, next: null });
  });

  it('WA4: a digest that is released is sent with the events it has, and the next event opens another', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'days'), inApp('{{steps.step-1.eventCount}}')]);
    const [one, two] = [await delivered(name, { to }), await delivered(name, { to })];
    expect(await end('release', { transactionId: one })).toEqual({ ended: 1, next: null });
    await scene.wake();
    expect(await scene.bodies(one)).toEqual(['2']);
    expect(await scene.story(two)).toEqual(['merged: digest_merged', 'merged: digest_merged']);
    const three = await delivered(name, { to });
    expect(await scene.story(three)).toEqual(['delayed: digest_waiting', 'pending']);
    await scene.later(DAY);
    expect(await scene.bodies(three)).toEqual(['1']);
  });

  it('WA4: a message that failed is tried at once', async () => {
    mail.status = () => 503;
    const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
    const transactionId = await delivered(await scene.workflow([EMAIL]), { to });
    expect(await scene.story(transactionId)).toEqual(['delayed: send_retrying']);
    mail.status = () => 200;
    const before = mail.accepted.length;
    expect(await end('release', { subscriberId: to.subscriberId })).toEqual({ ended: 1, next: null });
    await scene.wake();
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    expect(mail.accepted).toHaveLength(before + 1);
  });

  it('WA4: a cap does not hold it again', async () => {
    const id = scene.environment.id.toHexString();
    const caps = (messageCaps: object) => scene.carillon.api.put(`/v1/environments/${id}`, { messageCaps });
    await caps({ email: { messages: 1, per: 'day', above: 'hold' } });
    const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
    const name = await scene.workflow([EMAIL]);
    await delivered(name, { to });
    const held = await delivered(name, { to });
    expect(await scene.story(held)).toEqual(['delayed: cap_waiting']);
    expect(await end('release', { reason: 'cap_waiting', subscriberId: to.subscriberId })).toMatchObject({ ended: 1 });
    await scene.wake();
    expect(await scene.story(held)).toEqual(['completed: delivered']);
    await caps({});
  });

  it('WA5: what is canceled does not continue, and counts as skipped', async () => {
    const name = await scene.workflow([inApp('before'), delay(1, 'hours'), inApp('after')]);
    const transactionId = await delivered(name, { to: [scene.newId(), scene.newId(), scene.newId()] });
    const runs = await scene.settled(transactionId, 3);
    const notificationIds = runs.slice(0, 2).map(({ _id }) => _id.toHexString());
    expect(await end('cancel', { notificationIds })).toEqual({ ended: 2, next: null });
    expect(await end('cancel', { notificationIds })).toEqual({ ended: 0, next: null });
    await scene.later(HOUR);
    expect(await scene.bodies(transactionId)).toHaveLength(4);
    expect(await progress(transactionId)).toMatchObject({ expanded: 3, sent: 1, skipped: 2 });
    const { body } = await scene.activity(transactionId);
    const statuses = body.data.map(({ status }: { status: string }) => status).toSorted();
    expect(statuses).toEqual(['canceled', 'canceled', 'completed']);
  });

  it('WA5: a digest is canceled with all its events, and the next event opens another', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'hours'), inApp('{{steps.step-1.eventCount}}')]);
    const [one, two] = [await delivered(name, { to }), await delivered(name, { to })];
    expect(await end('cancel', { workflowId: name })).toEqual({ ended: 1, next: null });
    const three = await delivered(name, { to });
    await scene.later(HOUR);
    expect(await scene.bodies(three)).toEqual(['1']);
    expect([await scene.bodies(one), await scene.bodies(two)]).toEqual([[], []]);
    for (const transactionId of [one, two]) {
      expect((await scene.settled(transactionId))[0]!.status).toBe('canceled');
      const { expanded, sent, skipped, merged = 0 } = await progress(transactionId);
      expect([expanded, sent, skipped, merged]).toEqual([1, 0, 1, 0]);
    }
  });

  it('WA6: of release, cancel and the end of the wait at the same time, each run has one outcome', async () => {
    const name = await scene.workflow([delay(1, 'hours'), inApp('a')]);
    const to = Array.from({ length: 40 }, () => scene.newId());
    const transactionId = await delivered(name, { to });
    await scene.settled(transactionId, 40);
    scene.clock.forward(HOUR);
    const [, , ...results] = await Promise.all([
      scene.wake(),
      scene.wake(),
      ...['release', 'cancel', 'release', 'cancel'].map((path) => end(path, { transactionId })),
    ]);
    await scene.wake();
    const runs = await scene.settled(transactionId, 40);
    const count = (status: string) => runs.filter((run) => run.status === status).length;
    const canceled = results[1]!.ended + results[3]!.ended;
    expect([count('canceled'), count('completed')]).toEqual([canceled, 40 - canceled]);
    expect(await scene.bodies(transactionId)).toHaveLength(40 - canceled);
    expect(await progress(transactionId)).toMatchObject({ expanded: 40, sent: 40 - canceled, skipped: canceled });
  });

  it('WA6: a digest that is canceled as it ends and as events join is sent as a whole or not at all', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'hours'), inApp('{{steps.step-1.eventCount}}')]);
    const first = await Promise.all(Array.from({ length: 5 }, () => delivered(name, { to })));
    scene.clock.forward(HOUR);
    const [result, , ...more] = await Promise.all([
      end('cancel', { workflowId: name, reason: 'digest_waiting' }),
      scene.wake(),
      ...Array.from({ length: 3 }, () => delivered(name, { to })),
    ]);
    await scene.later(HOUR);
    const bodies = await Promise.all([...first, ...more].map((one) => scene.bodies(one)));
    const sent = bodies.flat().reduce((sum, body) => sum + Number(body), 0);
    const runs = await scene.runs.find({ transactionId: { $in: [...first, ...more] } }).lean();
    const canceled = runs.filter(({ status }) => status === 'canceled').length;
    expect(sent + canceled).toBe(8);
    expect(canceled > 0).toBe(result.ended > 0);
  });

  it('WA3: many are ended in parts, each once, by those who may', async () => {
    const workflow = await scene.workflow([delay(1, 'hours'), inApp('a')]);
    const to = Array.from({ length: 60 }, () => scene.newId());
    const transactionId = await delivered(workflow, { to });
    const { next } = (await list(`transactionId=${transactionId}&limit=20`)).body;
    // As if an earlier request had ended after these.
    expect(await end('cancel', { transactionId, after: next })).toEqual({ ended: 40, next: null });
    expect(await end('cancel', { transactionId })).toEqual({ ended: 20, next: null });
    await eventually(async () => expect(await progress(transactionId)).toMatchObject({ skipped: 60 }));
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'notificationIds'],
    ['a cursor alone', { after: 'abc' }, 'notificationIds'],
    ['an id that is none', { notificationIds: ['x'] }, 'notificationIds'],
    ['no ids', { notificationIds: [] }, 'notificationIds'],
    ['too many ids', { notificationIds: Array.from({ length: 501 }, () => 'a'.repeat(24)) }, 'notificationIds'],
    ['a reason for which nothing waits', { reason: 'delivered' }, 'reason'],
    ['a cursor of another list', { subscriberId: 'ada', after: 'abc' }, 'after'],
  ])('WA3: %s is refused', async (_case, body, field) => {
    for (const path of ['release', 'cancel']) {
      const response = await post(path, body);
      expect(response.status).toBe(422);
      expect(Object.keys(response.body.errors)).toEqual([field]);
    }
  });
});
