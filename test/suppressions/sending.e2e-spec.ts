/** @runs-on redis */
import { eventually } from '../eventually.js';
import { delay, digest, EngineScene, HOUR, inApp } from '../delivery/engine-scene.js';
import { MessageServer } from '../delivery/sending/message-server.js';

let scene: EngineScene;
let server: MessageServer;

beforeAll(async () => {
  scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1,::1' } });
  server = await MessageServer.start();
  const { api } = scene.carillon;
  for (const channel of ['email', 'sms', 'chat', 'push'] as const) {
    const { status, body } = await api.post('/v1/integrations', server.integration(channel, channel));
    expect(status).toBe(201);
    if (channel === 'chat' || channel === 'push') continue;
    expect((await api.post(`/v1/integrations/${body.data._id}/set-primary`, {})).status).toBe(200);
  }
});

afterAll(async () => {
  await scene.close();
  await server.close();
});

beforeEach(() => {
  server.status = () => 200;
});

let counter = 0;
const anAddress = () => `person-${++counter}@example.com`;
const email = { type: 'email', controlValues: { subject: 's', body: 'b' } };
const suppress = async (address: string, fields: object = {}) => {
  const { status, body } = await scene.carillon.api.post('/v1/suppressions', { channel: 'email', address, ...fields });
  expect(status).toBe(201);
  return body.data.id as string;
};
const unsuppress = async (id: string) =>
  expect((await scene.carillon.api.delete(`/v1/suppressions/${id}?reason=test`)).status).toBe(204);
/** How often an email went to an address, in whatever form. */
const mailsTo = (address: string) =>
  server.posted.filter((one) => JSON.stringify(one).toLowerCase().includes(address.toLowerCase())).length;

describe('CS22: a suppressed address', () => {
  it('gets nothing, whoever the recipient is, and the reason is named', async () => {
    const address = anAddress();
    await suppress(address.toUpperCase(), { reason: 'bounce' });
    const to = await scene.subscriber({ email: address });
    const transactionId = await scene.trigger(await scene.workflow([email]), { to });
    expect(await scene.story(transactionId)).toEqual(['skipped: suppressed']);
    const [run] = await scene.settled(transactionId);
    expect(run!.steps[0]).toMatchObject({
      decidedBy: 'suppression',
      cause: { values: expect.arrayContaining([{ name: 'reason', value: 'bounce' }]) },
      details: [{ status: 'Warning', raw: expect.stringMatching(`^${address}: bounce since 20`) }],
    });
    expect(mailsTo(address)).toBe(0);
    expect(await scene.messages.countDocuments({ transactionId })).toBe(0);
  });

  it('B1: is told to webhooks, once for each step, also after a wait', async () => {
    const { api } = scene.carillon;
    const hook = { url: 'https://hooks.example.com/suppressed', eventTypes: ['message.suppressed'] };
    const { _id } = (await api.post('/v1/webhooks', hook)).body.data;
    const address = anAddress();
    const to = await scene.subscriber({ email: address });
    const name = await scene.workflow([email, delay(1, 'minutes'), email, inApp('x')]);
    await suppress(address, { reason: 'complaint' });
    const transactionId = await scene.trigger(name, { to });
    await scene.settled(transactionId);
    await scene.later(61_000);
    await eventually(async () => expect((await scene.story(transactionId)).at(-1)).toBe('completed: delivered'));
    const { data } = (await api.get(`/v1/webhooks/${_id}/deliveries`)).body;
    const events = data.map(({ body }: { body: string }) => JSON.parse(body));
    const told = { subscriberId: to, transactionId, workflowId: name, channel: 'email', reason: 'complaint' };
    expect(events).toHaveLength(2);
    for (const event of events)
      expect(event).toMatchObject({
        type: 'message.suppressed',
        data: { ...told, since: expect.stringMatching(/^20/) },
      });
    await api.delete(`/v1/webhooks/${_id}`);
  });

  it('is written to again when its entry is removed, or has expired', async () => {
    const address = anAddress();
    const to = await scene.subscriber({ email: address });
    const name = await scene.workflow([email]);
    const id = await suppress(address);
    const expiresAt = new Date(scene.clock.now().getTime() + HOUR).toISOString();
    await suppress(address, { reason: 'mine', expiresAt });
    await unsuppress(id);
    expect(await scene.story(await scene.trigger(name, { to }))).toEqual(['skipped: suppressed']);
    scene.clock.forward(HOUR);
    expect(await scene.story(await scene.trigger(name, { to }))).toEqual(['completed: delivered']);
    expect(mailsTo(address)).toBe(1);
  });

  it.each<[string, object, string[]]>([
    ['unsubscribe', {}, ['completed: delivered']],
    ['unsubscribe', { kind: 'subscription' }, ['skipped: suppressed']],
    ['stop', {}, ['skipped: suppressed']],
    [
      'stop',
      { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } },
      ['completed: delivered'],
    ],
    [
      'bounce',
      { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } },
      ['skipped: suppressed'],
    ],
  ])('CS20: by %s with a workflow of %j: %j', async (reason, fields, story) => {
    const address = anAddress();
    await suppress(address, { reason });
    const to = await scene.subscriber({ email: address });
    expect(await scene.tell([email], { to }, fields)).toEqual(story);
  });

  it('is left out of copies, and named', async () => {
    const [ada, bob, eve] = [anAddress(), anAddress(), anAddress()];
    await suppress(eve);
    const to = await scene.subscriber({ email: ada });
    const overrides = { email: { cc: [bob, `"Eve" <${eve}>`], bcc: [eve.toUpperCase()] } };
    const transactionId = await scene.trigger(await scene.workflow([email]), { to, overrides });
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    const [run] = await scene.settled(transactionId);
    expect(run!.steps[0]!.details).toContainEqual(
      expect.objectContaining({ detail: 'Left out a suppressed address', raw: expect.stringContaining(eve) }),
    );
    expect([mailsTo(ada), mailsTo(bob), mailsTo(eve)]).toEqual([1, 1, 0]);
  });

  it('is not replaced by its copies; these get theirs', async () => {
    const [ada, bob, carl] = [anAddress(), anAddress(), anAddress()];
    await suppress(ada);
    const to = await scene.subscriber({ email: ada });
    const overrides = { email: { bcc: [bob, carl] } };
    expect(await scene.tell([email], { to, overrides })).toEqual(['completed: delivered']);
    expect([mailsTo(ada), mailsTo(bob), mailsTo(carl)]).toEqual([0, 1, 1]);
    expect(server.posted.filter(({ to: all = [] }) => all.length > 1)).toEqual([]);
  });

  it.each<[string, (address: string) => object]>([
    ['payload.email', (address) => ({ payload: { email: address } })],
    ['overrides.to', (address) => ({ overrides: { email: { to: [address], replaceToRecipient: true } } })],
    ['overrides.toRecipient', (address) => ({ overrides: { email: { toRecipient: address } } })],
    [
      'what is put into the request',
      (address) => ({ overrides: { email: { _passthrough: { body: { bcc: [{ mail: address }] } } } } }),
    ],
  ])('is not reached by %s', async (_what, trigger) => {
    const address = anAddress();
    await suppress(address);
    const to = await scene.subscriber({ email: anAddress() });
    expect(await scene.tell([email], { to, ...trigger(address) })).toEqual(['skipped: suppressed']);
    expect(mailsTo(address)).toBe(0);
  });

  it('of an SMS, a chat or a device gets nothing', async () => {
    const [phone, url, token] = ['+4930901821', `${server.address}/chat-1`, 'token-suppressed'];
    await suppress('+49 (0)30 90 18 21', { channel: 'sms', reason: 'stop' });
    await suppress(url, { channel: 'chat' });
    await suppress(token, { channel: 'push' });
    const to = await scene.subscriber({ phone });
    const { api } = scene.carillon;
    const register = (providerId: string, credentials: object) =>
      api.put(`/v1/subscribers/${to}/credentials`, { providerId, credentials });
    expect((await register('chat-webhook', { webhookUrl: url })).status).toBe(200);
    expect((await register('push-webhook', { deviceTokens: [token, 'token-free'] })).status).toBe(200);
    const steps = [
      { type: 'sms', controlValues: { body: 'b' } },
      { type: 'chat', controlValues: { body: 'b' } },
      { type: 'push', controlValues: { subject: 's', body: 'b' } },
    ];
    const transactionId = await scene.trigger(await scene.workflow(steps), { to });
    expect(await scene.story(transactionId)).toEqual([
      'skipped: suppressed',
      'skipped: suppressed',
      'completed: delivered',
    ]);
    expect(JSON.stringify(server.requests)).not.toContain(token);
    expect(JSON.stringify(server.requests)).toContain('token-free');
    const [run] = await scene.settled(transactionId);
    // The address of a chat may be a secret.
    expect(JSON.stringify(run!.steps[1])).not.toContain('chat-1');
  });

  it('is not reached through topics, waits and digests, nor by a message that is sent again', async () => {
    const address = anAddress();
    const to = await scene.subscriber({ email: address });
    const topic = { type: 'Topic', topicKey: await scene.topic([to]) };
    const waiting = await scene.trigger(await scene.workflow([delay(1, 'hours'), email]), { to: topic });
    const gathered = await scene.trigger(await scene.workflow([digest(1, 'hours'), email]), { to });
    await scene.settled(waiting);
    await scene.settled(gathered);
    const id = await suppress(address);
    await scene.later(HOUR);
    expect((await scene.story(waiting)).at(-1)).toBe('skipped: suppressed');
    expect((await scene.story(gathered)).at(-1)).toBe('skipped: suppressed');
    expect(mailsTo(address)).toBe(0);
    await unsuppress(id);

    server.status = () => 400;
    const failing = await scene.trigger(await scene.workflow([email]), { to });
    expect(await scene.story(failing)).toEqual(['failed: send_failed']);
    await suppress(address);
    server.status = () => 200;
    const tries = mailsTo(address);
    const message = await scene.messages.findOne({ transactionId: failing }).lean();
    const replayed = await scene.carillon.api.post(`/v1/dead-letters/${message!._id.toHexString()}/replay`, {});
    expect(replayed.status).toBe(200);
    await eventually(async () => {
      await scene.wake();
      expect(await scene.story(failing)).toEqual(['skipped: suppressed']);
    });
    expect(mailsTo(address)).toBe(tries);
    // It can be sent again when the address may be written to again.
    expect(await scene.messages.findOne({ transactionId: failing }).lean()).toMatchObject({
      errorId: 'suppressed',
      deadAt: expect.any(Date),
    });
  });

  it('gets no further attempt of a message that is being retried', async () => {
    const address = anAddress();
    server.status = () => 503;
    const to = await scene.subscriber({ email: address });
    const transactionId = await scene.trigger(await scene.workflow([email]), { to });
    expect(await scene.story(transactionId)).toEqual(['delayed: send_retrying']);
    await suppress(address);
    server.status = () => 200;
    const tries = mailsTo(address);
    await scene.later(HOUR);
    expect(await scene.story(transactionId)).toEqual(['skipped: suppressed']);
    expect(mailsTo(address)).toBe(tries);
  });

  it('is named by a simulation', async () => {
    const address = anAddress();
    await suppress(address, { reason: 'complaint' });
    const to = await scene.subscriber({ email: address });
    const name = await scene.workflow([email]);
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name, to });
    expect(body.data.recipients[0].steps[0]).toMatchObject({ status: 'skipped', reason: 'suppressed' });
    expect(JSON.stringify(body)).toContain('complaint');
  });
});
