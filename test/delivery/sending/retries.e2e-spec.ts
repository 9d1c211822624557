/** @runs-on redis */
import { EngineScene } from '../engine-scene.js';
import { MessageServer } from './message-server.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello {{subscriber.subscriberId}}', body: '<p>Hi</p>' } };
const IN_APP = { type: 'in_app', controlValues: { body: 'Hi' } };
const SECOND = 1000;

describe('S1: providers that fail', () => {
  let scene: EngineScene;
  let mail: MessageServer;
  let other: MessageServer;

  let integrations: string[];

  beforeAll(async () => {
    scene = await EngineScene.start({
      settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1', SEND_TRIES: '6' },
    });
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  beforeEach(async () => {
    [mail, other] = await Promise.all([MessageServer.start(), MessageServer.start()]);
    integrations = [];
  });

  afterEach(async () => {
    for (const id of integrations) await scene.carillon.api.delete(`/v1/integrations/${id}`);
    await setFailover(true);
    await Promise.all([mail.close(), other.close()]);
  });

  async function integrate(service: MessageServer, name: string): Promise<{ _id: string; identifier: string }> {
    const { status, body } = await scene.carillon.api.post('/v1/integrations', service.integration('email', name));
    expect(status).toBe(201);
    integrations.push(body.data._id);
    return body.data;
  }

  async function setFailover(failover: boolean): Promise<void> {
    const id = scene.environment.id.toHexString();
    expect((await scene.carillon.api.put(`/v1/environments/${id}`, { failover })).status).toBe(200);
  }

  /** Puts the clock forward until nobody waits any more; returns how many seconds that took. */
  async function untilSettled(transactions: string[]): Promise<number> {
    for (let seconds = 0; seconds < 400; seconds += 5) {
      const open = await scene.runs.countDocuments({
        transactionId: { $in: transactions },
        status: { $in: ['running', 'waiting'] },
      });
      if (open === 0) return seconds;
      await scene.later(5 * SECOND);
    }
    throw new Error('Runs are still open after 400 seconds');
  }

  const deadLetters = async (transaction: string) =>
    (await scene.carillon.api.get(`/v1/dead-letters?transactionId=${transaction}`)).body;

  it('loses and doubles nothing of 500 emails while the provider answers 503 for a minute', async () => {
    await integrate(mail, 'Mail');
    // The minute begins when all have been tried, however long that takes.
    let end = Infinity;
    mail.status = () => (scene.clock.now().getTime() < end ? 503 : 200);
    const workflow = await scene.workflow([EMAIL]);
    const transactions: string[] = [];
    for (let part = 0; part < 5; part += 1) {
      const to = Array.from({ length: 100 }, (_, index) => ({
        subscriberId: `s-${part}-${index}`,
        email: `s-${part}-${index}@example.com`,
      }));
      transactions.push(await scene.trigger(workflow, { to }));
    }
    for (const transaction of transactions) await scene.settled(transaction, 100);
    expect(mail.accepted).toHaveLength(0);
    end = scene.clock.now().getTime() + 60 * SECOND;
    await untilSettled(transactions);
    expect(mail.accepted).toHaveLength(500);
    expect(new Set(mail.accepted.map(({ id }) => id)).size).toBe(500);
    expect(new Set(mail.accepted.map(({ to }) => to?.[0])).size).toBe(500);
    // The breaker: a provider that is away is not asked for every message and every attempt.
    expect(mail.posted.length).toBeLessThan(500 * 3);
    expect(await scene.runs.countDocuments({ transactionId: { $in: transactions }, status: 'completed' })).toBe(500);
    expect(await scene.messages.countDocuments({ transactionId: { $in: transactions }, status: 'sent' })).toBe(500);
    for (const transaction of transactions) expect((await deadLetters(transaction)).data).toEqual([]);
  });

  it('AV4: goes on to the next integration of the channel when one is down for good, and shows each attempt', async () => {
    const first = await integrate(mail, 'First');
    const second = await integrate(other, 'Second');
    mail.status = () => 503;
    const transaction = await scene.trigger(await scene.workflow([EMAIL, IN_APP]), {
      to: { subscriberId: 'ada', email: 'ada@example.com' },
    });
    expect(await scene.story(transaction)).toEqual(['delayed: send_retrying', 'pending']);
    const waiting = await scene.carillon.api.get(`/v1/notifications?transactionId=${transaction}`);
    expect(waiting.body.data[0].endedAt).toBeUndefined();
    expect(waiting.body.data[0].jobs).toMatchObject([
      { startedAt: expect.any(String), waitsUntil: expect.any(String), attempts: [{ statusCode: 503 }] },
      {},
    ]);
    await untilSettled([transaction]);
    expect([mail.posted.length, other.accepted.length]).toEqual([6, 1]);
    expect(await scene.story(transaction)).toEqual(['completed: delivered', 'completed: delivered']);
    const message = await scene.messages.findOne({ transactionId: transaction, channel: 'email' }).lean();
    expect(message).toMatchObject({ status: 'sent', providerMessageId: `own-${message?._id.toHexString()}` });
    expect(message?.attempts?.map(({ integrationId, outcome }) => [integrationId.toHexString(), outcome])).toEqual([
      ...Array.from({ length: 6 }, () => [first._id, 'transient']),
      [second._id, 'sent'],
    ]);
    expect(message?.integrationId?.toHexString()).toBe(second._id);
    const { body } = await scene.carillon.api.get(`/v1/notifications?transactionId=${transaction}`);
    const [{ jobs, startedAt, endedAt, acceptedAt, queueDelayMs }] = body.data;
    expect(jobs[0].attempts).toEqual([
      ...Array.from({ length: 6 }, () => ({
        at: expect.any(String),
        durationMs: expect.any(Number),
        integrationId: first._id,
        providerId: expect.any(String),
        outcome: 'transient',
        fault: 'passing',
        error: expect.stringContaining('503'),
        statusCode: 503,
      })),
      expect.objectContaining({ integrationId: second._id, outcome: 'sent' }),
    ]);
    expect(jobs[1].attempts).toBeUndefined();
    expect([startedAt, queueDelayMs]).toEqual([jobs[0].startedAt, Date.parse(startedAt) - Date.parse(acceptedAt)]);
    expect(jobs[1].startedAt >= jobs[0].endedAt && endedAt >= jobs[1].endedAt).toBe(true);
  });

  it('S1: of several without conditions it goes on to the one with the highest priority, whatever their age', async () => {
    await integrate(mail, 'First');
    const preferred = await integrate(other, 'Preferred');
    const newest = await integrate(mail, 'Newest');
    await scene.carillon.api.put(`/v1/integrations/${preferred._id}`, { priority: 2 });
    await scene.carillon.api.put(`/v1/integrations/${newest._id}`, { priority: 1 });
    mail.status = () => 503;
    const transaction = await scene.trigger(await scene.workflow([EMAIL]), {
      to: { subscriberId: 'ada', email: 'ada@example.com' },
    });
    await scene.settled(transaction);
    await untilSettled([transaction]);
    expect([mail.posted.length, other.accepted.length]).toEqual([6, 1]);
  });

  it.each([
    [
      'G3: not when the trigger names its integration',
      (identifier: string) => ({ overrides: { email: { integrationIdentifier: identifier } } }),
      true,
    ],
    ['not when the environment does not want it', () => ({}), false],
  ])('goes on to another: %s', async (_case, trigger, failover) => {
    const { identifier } = await integrate(mail, 'First');
    await integrate(other, 'Second');
    mail.status = () => 503;
    await setFailover(failover);
    const transaction = await scene.trigger(await scene.workflow([EMAIL]), {
      to: { subscriberId: 'ada', email: 'ada@example.com' },
      ...trigger(identifier),
    });
    await scene.settled(transaction);
    await untilSettled([transaction]);
    expect([mail.posted.length, other.posted.length]).toEqual([6, 0]);
    expect(await scene.story(transaction)).toEqual(['failed: send_failed']);
    expect((await deadLetters(transaction)).data).toMatchObject([
      { transactionId: transaction, attempts: { length: 6 } },
    ]);
  });

  it('asks once when the provider refuses, keeps the message, and sends it when it is told to', async () => {
    await integrate(mail, 'Mail');
    mail.status = () => 400;
    const { api } = scene.carillon;
    const transaction = await scene.trigger(await scene.workflow([EMAIL, IN_APP]), {
      to: { subscriberId: 'ada', email: 'ada@example.com' },
    });
    expect(await scene.story(transaction)).toEqual(['failed: send_failed', 'completed: delivered']);
    await scene.later(600 * SECOND);
    expect(mail.posted).toHaveLength(1);
    const { data, totalCount } = await deadLetters(transaction);
    expect(totalCount).toBe(1);
    expect(data[0]).toMatchObject({
      transactionId: transaction,
      subscriberId: 'ada',
      stepId: 'step-1',
      channel: 'email',
      providerId: 'email-webhook',
      errorId: 'mail_unexpected_error',
      error: expect.stringContaining('status 400'),
      attempts: [{ outcome: 'permanent', statusCode: 400 }],
      replays: 0,
    });

    // It is refused once more, and comes back to the list.
    expect((await api.post(`/v1/dead-letters/${data[0].id}/replay`, {})).body).toEqual({
      data: { replayed: 1, refused: 0 },
    });
    // The application may have taken it before the test does: what is executed is waited for afterwards.
    await scene.wake();
    await scene.settled(transaction);
    expect(mail.posted).toHaveLength(2);
    expect((await deadLetters(transaction)).data).toMatchObject([{ id: data[0].id, attempts: [{}, {}], replays: 1 }]);

    mail.status = () => 200;
    expect((await api.post('/v1/dead-letters/replay', { transactionId: transaction })).body.data).toEqual({
      replayed: 1,
      refused: 0,
    });
    await scene.wake();
    expect(await scene.story(transaction)).toEqual(['completed: delivered', 'completed: delivered']);
    expect(mail.accepted.map(({ id }) => id)).toEqual([data[0].id]);
    expect((await deadLetters(transaction)).data).toEqual([]);
    const [run] = await scene.runs.find({ transactionId: transaction }).lean();
    expect(run).toMatchObject({ status: 'completed', stepIndex: 2 });
    expect(await scene.messages.findOne({ _id: data[0].id }).lean()).toMatchObject({ status: 'sent', replays: 2 });
    // The in-app step was not executed again.
    expect(await scene.messages.countDocuments({ transactionId: transaction, channel: 'in_app' })).toBe(1);
  });

  it('S7: one that was refused stays so when its worker dies before it can note how far the run is', async () => {
    await integrate(mail, 'Mail');
    mail.status = () => 400;
    const transaction = await scene.trigger(await scene.workflow([EMAIL]), {
      to: { subscriberId: 'ada', email: 'ada@example.com' },
    });
    expect(await scene.story(transaction)).toEqual(['failed: send_failed']);
    await scene.runs.updateOne(
      { transactionId: transaction },
      { $set: { status: 'running', stepIndex: 0, wakeAt: scene.clock.now(), 'steps.0.status': 'pending' } },
    );
    await scene.wake();
    expect(await scene.story(transaction)).toEqual(['failed: send_failed']);
    expect(mail.posted).toHaveLength(1);
    expect((await deadLetters(transaction)).totalCount).toBe(1);
  });

  it('sends nothing after a cancel', async () => {
    await integrate(mail, 'Mail');
    mail.status = () => 503;
    const transaction = await scene.trigger(await scene.workflow([EMAIL]), {
      to: { subscriberId: 'ada', email: 'ada@example.com' },
    });
    await scene.settled(transaction);
    expect((await scene.carillon.api.delete(`/v1/events/trigger/${transaction}`)).status).toBe(200);
    mail.status = () => 200;
    await scene.later(600 * SECOND);
    expect(mail.accepted).toEqual([]);
    expect((await scene.settled(transaction))[0]?.status).toBe('canceled');
  });
});
