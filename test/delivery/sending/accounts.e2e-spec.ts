/** @runs-on redis */
import { EngineScene } from '../engine-scene.js';
import { MessageServer } from './message-server.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };
const SMS = { type: 'sms', controlValues: { body: 'Hi' } };
const MINUTE = 60_000;
const TRIGGERS = 500;

describe('S11: a provider that refuses the account', () => {
  let scene: EngineScene;
  let mail: MessageServer;
  let other: MessageServer;
  let integrations: string[];

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  beforeEach(async () => {
    [mail, other] = await Promise.all([MessageServer.start(), MessageServer.start()]);
    integrations = [];
  });

  afterEach(async () => {
    for (const id of integrations) await scene.carillon.api.delete(`/v1/integrations/${id}`);
    await Promise.all([mail.close(), other.close()]);
  });

  async function integrate(service: MessageServer, name: string, channel: 'email' | 'sms' = 'email'): Promise<string> {
    const { status, body } = await scene.carillon.api.post('/v1/integrations', service.integration(channel, name));
    expect(status).toBe(201);
    integrations.push(body.data._id);
    return body.data._id;
  }

  const healthOf = async (id: string) =>
    (await scene.carillon.api.get('/v1/integrations')).body.find(({ _id }: { _id: string }) => _id === id).health;

  /** Triggers for that many people, in as many events as a request may name. */
  async function triggerMany(step: object, count: number): Promise<string[]> {
    const workflow = await scene.workflow([step]);
    const transactions: string[] = [];
    for (let part = 0; part < count; part += 100) {
      const to = Array.from({ length: Math.min(100, count - part) }, (_, index) => ({
        subscriberId: `s-${part + index}`,
        email: `s-${part + index}@example.com`,
        phone: '+4915112345678',
      }));
      transactions.push(await scene.trigger(workflow, { to }));
    }
    for (const transaction of transactions) await scene.settled(transaction, Math.min(100, count));
    return transactions;
  }

  const statuses = (transactions: string[], status: 'waiting' | 'completed') =>
    scene.runs.countDocuments({ transactionId: { $in: transactions }, status });

  /** Puts the clock forward until nobody waits any more; returns after how many minutes. */
  async function untilSettled(
    transactions: string[],
    { upTo, by = 1 }: { upTo: number; by?: number },
  ): Promise<number> {
    for (let minutes = 0; minutes <= upTo; minutes += by) {
      const open = await statuses(transactions, 'waiting');
      if (open === 0) return minutes;
      await scene.later(by * MINUTE);
    }
    throw new Error(`Runs are still open after ${upTo} minutes`);
  }

  it(`with a second integration: all of ${TRIGGERS} are sent by the second, at once`, async () => {
    const first = await integrate(mail, 'First');
    await integrate(other, 'Second');
    mail.status = () => 401;
    const transactions = await triggerMany(EMAIL, TRIGGERS);
    expect([await statuses(transactions, 'completed'), other.accepted.length]).toEqual([TRIGGERS, TRIGGERS]);
    // Those that were on their way when the first was refused; the others do not ask.
    expect(mail.posted.length).toBeLessThan(TRIGGERS);
    expect(await healthOf(first)).toEqual({
      status: 'refusing',
      since: expect.any(String),
      error: expect.stringContaining('401'),
      statusCode: 401,
    });
  });

  it(`without a second: all of ${TRIGGERS} wait, and are sent once each when the account is good again`, async () => {
    const id = await integrate(mail, 'Mail');
    mail.status = () => 403;
    const transactions = await triggerMany(EMAIL, TRIGGERS);
    expect([await statuses(transactions, 'waiting'), mail.accepted.length]).toEqual([TRIGGERS, 0]);
    for (let minutes = 0; minutes < 90; minutes += 10) await scene.later(10 * MINUTE);
    expect(await statuses(transactions, 'waiting')).toBe(TRIGGERS);
    expect(mail.posted.length).toBeLessThan(TRIGGERS + 200);
    mail.status = () => 200;
    await untilSettled(transactions, { upTo: 60 });
    expect(new Set(mail.accepted.map(({ to }) => to?.[0])).size).toBe(TRIGGERS);
    expect([mail.accepted.length, await statuses(transactions, 'completed')]).toEqual([TRIGGERS, TRIGGERS]);
    expect(await healthOf(id)).toBeUndefined();
  });

  it.each([401, 402, 403, 404])('tells webhooks once that it responds with %i', async (status) => {
    const { body: endpoint } = await scene.carillon.api.post('/v1/webhooks', {
      url: `${other.address}/hook`,
      eventTypes: ['integration.refused'],
    });
    const id = await integrate(mail, 'Mail');
    mail.status = () => status;
    const transactions = await triggerMany(EMAIL, 3);
    const { body } = await scene.carillon.api.get(`/v1/webhooks/${endpoint.data._id}/deliveries`);
    expect(body.data.map(({ eventType }: { eventType: string }) => eventType)).toEqual(['integration.refused']);
    expect(await healthOf(id)).toMatchObject({ statusCode: status });
    await scene.carillon.api.delete(`/v1/webhooks/${endpoint.data._id}`);
    for (const transaction of transactions) await scene.carillon.api.delete(`/v1/events/trigger/${transaction}`);
  });

  it('is asked again at once when somebody has changed its integration', async () => {
    const id = await integrate(mail, 'Mail');
    mail.status = () => 401;
    const transactions = await triggerMany(EMAIL, 3);
    await scene.later(30 * MINUTE);
    mail.status = () => 200;
    const { body } = await scene.carillon.api.put(`/v1/integrations/${id}`, { name: 'Corrected' });
    expect(body.data.health).toBeUndefined();
    await scene.wake();
    for (const transaction of transactions) await scene.settled(transaction, 3);
    expect([mail.accepted.length, await statuses(transactions, 'completed')]).toEqual([3, 3]);
  });

  it('is not blamed for a sender that one message names', async () => {
    const id = await integrate(mail, 'Mail');
    mail.status = ({ to }) => (to?.[0] === 's-0@example.com' ? 403 : 200);
    const workflow = await scene.workflow([EMAIL]);
    const trigger = (subscriberId: string, from?: string) =>
      scene.trigger(workflow, {
        to: { subscriberId, email: `${subscriberId}@example.com` },
        ...(from && { overrides: { email: { from } } }),
      });
    const refused = await trigger('s-0', 'stranger@example.com');
    expect(await scene.story(refused)).toEqual(['delayed: send_retrying']);
    expect(await healthOf(id)).toBeUndefined();
    expect(await scene.story(await trigger('s-1'))).toEqual(['completed: delivered']);
  });
});

describe('S1: an outage that lasts', () => {
  let scene: EngineScene;
  let service: MessageServer;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
    service = await MessageServer.start();
    for (const channel of ['email', 'sms'] as const) {
      await scene.carillon.api.post('/v1/integrations', service.integration(channel, channel));
    }
  });

  afterAll(async () => {
    await scene.close();
    await service.close();
  });

  it.each([
    ['an email, for 20 hours', EMAIL, 20 * 60, 30],
    ['an SMS, for 50 minutes', SMS, 50, 2],
    ['a greylisted email, for 15 minutes', EMAIL, 15, 1],
    ['an SMS, for 30 minutes', SMS, 30, 1],
  ])('%s: it is sent once', async (_what, step, minutes, by) => {
    const before = service.accepted.length;
    service.status = () => 503;
    const to = { subscriberId: scene.newId(), email: 'ada@example.com', phone: '+4915112345678' };
    const transaction = await scene.trigger(await scene.workflow([step]), { to });
    expect(await scene.story(transaction)).toEqual(['delayed: send_retrying']);
    for (let past = 0; past < minutes; past += by) await scene.later(by * MINUTE);
    expect(await scene.story(transaction)).toEqual(['delayed: send_retrying']);
    service.status = () => 200;
    await scene.later(37 * MINUTE);
    expect(await scene.story(transaction)).toEqual(['completed: delivered']);
    expect(service.accepted.length).toBe(before + 1);
  });

  it.each([
    ['an email, after a day', EMAIL, 25 * 60, 30],
    ['an SMS, after an hour', SMS, 66, 3],
  ])('%s: it is a dead letter', async (_what, step, minutes, by) => {
    service.status = () => 503;
    const to = { subscriberId: scene.newId(), email: 'ada@example.com', phone: '+4915112345678' };
    const transaction = await scene.trigger(await scene.workflow([step]), { to });
    expect(await scene.story(transaction)).toEqual(['delayed: send_retrying']);
    for (let past = 0; past < minutes; past += by) await scene.later(by * MINUTE);
    expect(await scene.story(transaction)).toEqual(['failed: send_failed']);
    const { body } = await scene.carillon.api.get(`/v1/dead-letters?transactionId=${transaction}`);
    expect(body.data).toMatchObject([{ attempts: expect.any(Array) }]);
  });
});
