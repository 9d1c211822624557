/** @runs-on redis */
import { Webhook } from 'standardwebhooks';
import { DAY, HOUR, MINUTE } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { type TestWebhook, WebhookScene } from './webhook-scene.js';

const ID = '6925a1f0c0ffee0123456789';

describe('sending to webhooks', () => {
  let scene: WebhookScene;

  beforeAll(async () => {
    scene = await WebhookScene.start();
  });

  afterEach(async () => {
    // So that what one test records is sent to its own webhook alone.
    const { body } = await scene.api.get('/v1/webhooks?limit=100');
    for (const { _id } of body.data) await scene.api.delete(`/v1/webhooks/${_id}`);
  });

  afterAll(() => scene.close());

  const show = async ({ url }: TestWebhook) => (await scene.api.get(url)).body.data;

  it('B3: requests are signed, so that an independent verifier takes them, with the old secret for a day, too', async () => {
    const webhook = await scene.webhook();
    const old = (await scene.api.get(`${webhook.url}/secret`)).body.data.secret;
    await scene.happen();
    const [first] = await scene.received(webhook);
    expect(new Webhook(old).verify(first!.body, first!.headers)).toEqual(JSON.parse(first!.body));
    expect(first!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Carillon-Webhooks' });

    const fresh = (await scene.api.post(`${webhook.url}/secret/rotate`)).body.data.secret;
    expect(fresh).not.toBe(old);
    expect((await scene.api.get(`${webhook.url}/secret`)).body.data.secret).toBe(fresh);
    await scene.happen();
    const [, second] = await scene.received(webhook, 2);
    expect(second!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const secret of [fresh, old]) new Webhook(secret).verify(second!.body, second!.headers);

    scene.clock.forward(DAY);
    await scene.happen();
    const [, , third] = await scene.received(webhook, 3);
    expect(third!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });

  it('B2, B3: attempts come by the schedule, with the same id and body, until the eighth', async () => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, { status: 503, body: `${'x'.repeat(1023)}é` });
    // The answer comes in no time, however slow the machine is.
    scene.clock.stop();
    await scene.happen();
    const waits = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    for (const [failures, wait] of waits.entries()) {
      const { status, attempts, nextAttemptAt } = await scene.delivery(webhook, failures + 1);
      expect(status).toBe('pending');
      const waited = Date.parse(nextAttemptAt) - Date.parse(attempts.at(-1).at);
      expect(waited).toBeGreaterThanOrEqual(wait * 0.9);
      expect(waited).toBeLessThanOrEqual(wait * 1.1);
      scene.clock.to(new Date(nextAttemptAt));
    }
    const ended = await scene.delivery(webhook, 8);
    scene.clock.run();
    expect(ended).toMatchObject({ status: 'failed', eventType: 'push_token.removed' });
    expect(ended).not.toHaveProperty('nextAttemptAt');
    expect(ended.attempts[7]).toEqual({
      at: expect.any(String),
      durationMs: expect.any(Number),
      statusCode: 503,
      error: 'responded with status 503',
      response: 'x'.repeat(1023),
    });
    const received = await scene.received(webhook, 8);
    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([ended.eventId]));
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set([ended.body]));
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    const { enabled, failingSince } = await show(webhook);
    expect(enabled).toBe(true);
    expect(failingSince >= ended.attempts[0].at && failingSince < ended.attempts[1].at).toBe(true);
  });

  it('B2: what only fails for five days is disabled, what works once in between is not', async () => {
    const [bad, good] = [await scene.webhook(), await scene.webhook()];
    for (const { path } of [bad, good]) scene.receiver.respond(path, { status: 500 });
    const failing = (webhook: TestWebhook) =>
      eventually(async () => expect(await show(webhook)).toHaveProperty('failingSince'));
    await scene.happen();
    await failing(bad);
    await failing(good);
    scene.clock.forward(2 * DAY);
    scene.receiver.respond(good.path, { status: 204 });
    await eventually(async () => expect(await show(good)).not.toHaveProperty('failingSince'));
    scene.receiver.respond(good.path, { status: 500 });
    await scene.happen();
    await failing(good);
    scene.clock.forward(3 * DAY + MINUTE);
    const disabled = await eventually(async () => {
      const shown = await show(bad);
      expect(shown.enabled).toBe(false);
      return shown;
    });
    expect(disabled).toMatchObject({ disabledReason: 'failing', disabledAt: expect.any(String) });
    await eventually(async () => expect(await scene.list(bad, '&status=failed')).toHaveLength(2));
    expect(await show(good)).toMatchObject({ enabled: true });

    const before = scene.receiver.at(bad.path).length;
    await scene.happen();
    expect((await scene.api.post(`${bad.url}/test`)).status).toBe(409);
    const { body } = await scene.api.patch(bad.url, { enabled: true });
    for (const field of ['disabledReason', 'disabledAt', 'failingSince']) expect(body.data).not.toHaveProperty(field);
    scene.receiver.respond(bad.path, { status: 200 });
    await scene.happen();
    // What happened meanwhile is not noted.
    await scene.received(bad, before + 1);
    expect(await scene.list(bad)).toHaveLength(3);
  });

  it('B2: 410 disables at once', async () => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, { status: 410 });
    await scene.happen();
    await eventually(async () => {
      expect(await show(webhook)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    });
    expect(await scene.delivery(webhook, 1)).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, /^redirected with status 302$/],
    ['a status that says no', { status: 404 }, /^responded with status 404$/],
    ['an answer without end', { status: 200, body: 'x'.repeat(300_000) }, /more than \d+ bytes/],
  ])('B2: %s is a failure', async (_what, answer, error) => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, answer);
    await scene.happen();
    const { attempts, status } = await scene.delivery(webhook, 1);
    expect({ status, error: attempts[0].error }).toEqual({ status: 'pending', error: expect.stringMatching(error) });
    expect(scene.receiver.at('/elsewhere')).toEqual([]);
  });

  it.each([200, 201, 204, 299])('B2: %i is a success', async (status) => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, { status });
    await scene.happen();
    const delivery = await scene.delivery(webhook, 1);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ statusCode: status }] });
    expect(delivery.attempts[0]).not.toHaveProperty('error');
  });

  it('an address that became a private one is not called', async () => {
    const webhook = await scene.webhook();
    const endpoints = scene.carillon.connection.collection('webhookendpoints');
    await endpoints.updateOne({ url: scene.receiver.url(webhook.path) }, { $set: { url: 'http://10.0.0.1/' } });
    await scene.happen();
    const { attempts } = await scene.delivery(webhook, 1);
    expect(attempts[0].error).toMatch(
      /^10\.0\.0\.1 is not an address of the public internet; .*HTTP_PRIVATE_TARGETS=10\.0\.0\.1$/,
    );
  });

  it('B2: one delivery, or all that failed since a time, can be replayed', async () => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, { status: 410 });
    await scene.happen();
    await eventually(async () => expect((await show(webhook)).enabled).toBe(false));
    const [failed] = await scene.list(webhook, '&status=failed');
    const replayAll = (since: string) => scene.api.post(`${webhook.url}/deliveries/replay`, { since });
    const replayOne = (id: string) => scene.api.post(`${webhook.url}/deliveries/${id}/replay`);
    expect((await replayOne(failed._id)).status).toBe(409);
    expect((await replayAll(failed.createdAt)).status).toBe(409);

    scene.receiver.respond(webhook.path, { status: 200 });
    await scene.api.patch(webhook.url, { enabled: true });
    expect((await replayAll(new Date(Date.parse(failed.createdAt) + 1).toISOString())).body).toEqual({
      data: { replayed: 0 },
    });
    expect((await replayAll(failed.createdAt)).body).toEqual({ data: { replayed: 1 } });
    await eventually(async () => expect((await scene.list(webhook))[0].status).toBe('delivered'));
    const { status, body } = await replayOne(failed._id);
    expect({ status, ...body.data }).toMatchObject({ status: 'pending', _id: failed._id, eventId: failed.eventId });
    const received = await scene.received(webhook, 3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed.eventId]));
    expect((await replayOne(ID)).status).toBe(404);
  });

  it('a delivery whose worker has died is sent when the lease has ended, and not replayed before', async () => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, { status: 500 });
    await scene.happen();
    const { _id } = await scene.delivery(webhook, 1);
    const leaseEnd = new Date(scene.clock.now().getTime() + MINUTE);
    const taken = { $set: { claim: 'a worker that is no more', wakeAt: leaseEnd } };
    await scene.deliveries.updateOne({ endpointId: { $exists: true }, failures: 1 }, taken);
    const { status, headers } = await scene.api.post(`${webhook.url}/deliveries/${_id}/replay`);
    expect({ status, again: headers['retry-after'] }).toEqual({ status: 409, again: '1' });
    scene.receiver.respond(webhook.path, { status: 200 });
    scene.clock.to(leaseEnd);
    expect(await scene.delivery(webhook, 2)).toMatchObject({ status: 'delivered' });
  });

  it('events go to the webhooks that ask for their type, and those that are recorded twice go once', async () => {
    const [all, some, others] = [
      await scene.webhook(),
      await scene.webhook({ eventTypes: ['push_token.removed', 'message.read'] }),
      await scene.webhook({ eventTypes: ['message.read'] }),
    ];
    await scene.happen();
    const [event] = await scene.received(all);
    const [same] = await scene.received(some);
    expect(same!.headers['webhook-id']).toBe(event!.headers['webhook-id']);
    await scene.api.post(`${others.url}/test`);
    expect((await scene.sent(others)).map(({ type }) => type)).toEqual(['webhook.test']);
  });

  it('a webhook that is deleted leaves nothing, also of what is recorded a moment later', async () => {
    const webhook = await scene.webhook();
    scene.receiver.respond(webhook.path, { status: 500 });
    await scene.happen(3);
    await scene.received(webhook, 3);
    const [late] = await scene.deliveries.find().toArray();
    expect((await scene.api.delete(webhook.url)).status).toBe(204);
    expect((await scene.api.get(webhook.url)).status).toBe(404);
    expect(await scene.deliveries.countDocuments()).toBe(0);
    const { claim: _claim, ...fields } = late!;
    await scene.deliveries.insertOne({ ...fields, wakeAt: scene.clock.now(), status: 'pending' });
    await eventually(async () => expect(await scene.deliveries.countDocuments()).toBe(0));
  });
});
