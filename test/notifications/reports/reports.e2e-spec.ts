import { requestSignature } from '../../../src/platform/outbound-http/request-signature.js';
import { anEmailIntegration } from '../../builders/integration.js';
import { eventually } from '../../eventually.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { sentMessage } from './sent-message.js';

const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

let test: TestApp;
let environmentId: string;

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_URL: 'https://notify.example.com' } });
  environmentId = (await test.api.get('/v1/environments/me')).body.data._id;
});

afterAll(() => test.close());

const create = async (fields: object = {}) =>
  (await test.api.post('/v1/integrations', anEmailIntegration(fields))).body.data;
const autoConfigure = (id: string) => test.api.post(`/v1/integrations/${id}/auto-configure`);
const pathOf = (integrationId: string, environment = environmentId) =>
  `/v2/inbound-webhooks/delivery-providers/${environment}/${integrationId}`;

/** An SMTP integration, whose reports come in Carillon's own form, with its key. */
async function reporting(configurations?: object): Promise<{ id: string; key: string }> {
  const fields = { providerId: 'nodemailer', check: false, ...(configurations && { configurations }) };
  const { _id } = await create(fields);
  if (configurations) return { id: _id, key: '' };
  const { body } = await autoConfigure(_id);
  return { id: _id, key: body.data.integration.configurations.inboundWebhookSigningKey };
}

function post({ id, key }: { id: string; key: string }, events: unknown) {
  const payload = JSON.stringify(events);
  const headers = {
    'content-type': 'application/json',
    ...(key !== '' && { 'novu-signature': requestSignature(key, payload, new Date()) }),
  };
  return test.anonymous.request({ method: 'POST', url: pathOf(id), payload, headers });
}

/** A message that has left through an integration: its activity, and the provider's id of it. */
async function sentThrough(integrationId: string) {
  const { identifier } = (await test.api.put(`/v1/integrations/${integrationId}`, { active: true, check: false })).body
    .data;
  return sentMessage(test, {
    channel: 'email',
    identifier,
    address: { email: 'ada@example.com' },
    controlValues: { subject: 'Hi', body: 'Hello' },
  });
}

describe('auto-configure', () => {
  it('B4: switches reports on, makes a key and names the address', async () => {
    const { _id } = await create();
    const { status, body } = await autoConfigure(_id);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      success: true,
      message: expect.stringContaining(`https://notify.example.com${pathOf(_id)}`),
      integration: expect.objectContaining({
        _id,
        credentials: {},
        configurations: {
          inboundWebhookEnabled: true,
          inboundWebhookSigningKey: expect.stringMatching(/^[\w-]{43}$/),
        },
      }),
    });
    const stored = await test.connection.collection('integrations').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(body.data.integration.configurations.inboundWebhookSigningKey);
    const kept = await test.api.get(`/v1/integrations/webhook/provider/${_id}/status`);
    expect(kept.body).toEqual({ data: true });
  });

  it('keeps a key and what else is configured', async () => {
    const configurations = { inboundWebhookSigningKey: 'whsec_mine', payloadSchema: '{}' };
    const { _id } = await create({ configurations });
    const { body } = await autoConfigure(_id);
    expect(body.data.integration.configurations).toEqual({ ...configurations, inboundWebhookEnabled: true });
  });

  it('makes one key, however many ask for it at once', async () => {
    const { _id } = await create();
    const answers = await Promise.all(Array.from({ length: 5 }, () => autoConfigure(_id)));
    const keys = answers.map(({ body }) => body.data.integration.configurations.inboundWebhookSigningKey);
    expect(new Set(keys).size).toBe(1);
  });

  it('does nothing where nothing is reported, and says so', async () => {
    const agent = (await test.api.post('/v1/integrations', { providerId: 'anthropic', kind: 'agent' })).body.data;
    const inbox = (await test.api.get('/v1/integrations')).body.find(
      (one: { channel?: string; _environmentId: string }) =>
        one.channel === 'in_app' && one._environmentId === environmentId,
    );
    for (const { _id } of [agent, inbox]) {
      const { status, body } = await autoConfigure(_id);
      expect(status).toBe(200);
      expect(body.data).toEqual({ success: false, message: expect.stringContaining('does not report') });
    }
  });

  it.each([
    ['an unknown one', () => autoConfigure(UNKNOWN_ID)],
    ['no id', () => autoConfigure('x')],
  ])('answers 404 to %s', async (_what, ask) => {
    expect((await ask()).status).toBe(404);
  });
});

describe('reports of providers', () => {
  it('S8: are noted on the message and shown in the activity', async () => {
    const integration = await reporting();
    const { providerMessageId: messageId, reports } = await sentThrough(integration.id);
    expect(await reports()).toEqual([]);
    const timestamp = '2026-02-03T04:05:06.789Z';
    const { status, body } = await post(integration, [
      { eventId: 'e1', messageId, type: 'delivered', timestamp },
      { eventId: 'e2', messageId, type: 'bounced', timestamp, response: 'Mailbox full', attempts: 3 },
      { eventId: 'e3', messageId: 'nobody-knows-it', type: 'opened', timestamp },
    ]);
    expect(status).toBe(200);
    const event = (id: string, fields: object) => ({ externalId: id, date: timestamp, ...fields });
    expect(body).toEqual({
      data: [
        { id: messageId, event: event('e1', { status: 'delivered' }), outcome: 'noted' },
        {
          id: messageId,
          event: event('e2', { status: 'bounced', response: 'Mailbox full', attempts: 3 }),
          outcome: 'noted',
        },
        { id: 'nobody-knows-it', event: event('e3', { status: 'opened' }), outcome: 'unknown_message' },
      ],
    });
    expect(await reports()).toEqual([
      expect.objectContaining({
        createdAt: timestamp,
        status: 'Success',
        detail: 'Reported by the provider: delivered',
        raw: null,
      }),
      expect.objectContaining({
        status: 'Failed',
        detail: 'Reported by the provider: bounced',
        raw: 'Mailbox full',
      }),
    ]);
  });

  it('B4: count once, however often and however many at a time they come', async () => {
    const integration = await reporting();
    const { providerMessageId: messageId, reports } = await sentThrough(integration.id);
    const named = { eventId: 'e1', messageId, type: 'opened' };
    const nameless = { messageId, type: 'clicked', timestamp: '2026-02-03T04:05:06.789Z' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(integration, [named, nameless, named, nameless])),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await reports()).toHaveLength(2);
    const { body } = await post(integration, [named, nameless]);
    expect(body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['repeated', 'repeated']);
  });

  it('are at most fifty of one message', async () => {
    const integration = await reporting();
    const { providerMessageId: messageId, reports } = await sentThrough(integration.id);
    const events = Array.from({ length: 52 }, (_, index) => ({ eventId: `e${index}`, messageId, type: 'opened' }));
    const { body } = await post(integration, events);
    expect(body.data.slice(49).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'noted',
      'too_many',
      'too_many',
    ]);
    expect(await reports()).toHaveLength(50);
  });

  it('concern the messages of their integration alone', async () => {
    const [integration, another] = [await reporting(), await reporting()];
    const { providerMessageId: messageId, reports } = await sentThrough(integration.id);
    const { body } = await post(another, { messageId, type: 'delivered' });
    expect(body.data[0].outcome).toBe('unknown_message');
    expect(await reports()).toEqual([]);
  });

  it('B5: are noted later when they come before the message is stored', async () => {
    const integration = await reporting();
    const { providerMessageId: messageId, reports } = await sentThrough(integration.id);
    const messages = test.connection.collection('messages');
    await messages.updateOne({ providerMessageId: messageId }, { $set: { providerMessageId: 'not yet' } });
    const { body } = await post(integration, { eventId: 'e1', messageId, type: 'delivered' });
    expect(body.data[0].outcome).toBe('unknown_message');
    await messages.updateOne({ providerMessageId: 'not yet' }, { $set: { providerMessageId: messageId } });
    await eventually(async () => expect(await reports()).toHaveLength(1));
  });

  it('B4: change nothing without the right signature: 401', async () => {
    const integration = await reporting();
    const { providerMessageId: messageId, reports } = await sentThrough(integration.id);
    const payload = JSON.stringify({ messageId, type: 'delivered' });
    const old = new Date(Date.now() - 301_000);
    for (const signature of [
      undefined,
      'nonsense',
      requestSignature('another key', payload, new Date()),
      requestSignature(integration.key, `${payload} `, new Date()),
      requestSignature(integration.key, payload, old),
    ]) {
      const headers = { 'content-type': 'application/json', ...(signature && { 'novu-signature': signature }) };
      const request = { method: 'POST' as const, url: pathOf(integration.id), payload, headers };
      // The key of the API is no signature either.
      expect((await test.anonymous.request(request)).status).toBe(401);
      expect((await test.api.request(request)).status).toBe(401);
    }
    expect(await reports()).toEqual([]);
  });

  it('need no signature where no key is set', async () => {
    const integration = await reporting({ inboundWebhookEnabled: true });
    expect((await post(integration, { messageId: 'x', type: 'sent' })).status).toBe(200);
  });

  it.each([[{}], [{ inboundWebhookEnabled: false }]])('B4: are refused with 400 with %j', async (configurations) => {
    const integration = await reporting(configurations);
    expect((await post(integration, { messageId: 'x', type: 'sent' })).status).toBe(400);
  });

  it.each([
    ['an unknown integration', () => pathOf(UNKNOWN_ID)],
    ['no id', () => pathOf('x')],
    ['an unknown environment', async () => pathOf((await reporting()).id, UNKNOWN_ID)],
    [
      'another environment',
      async () => pathOf((await reporting()).id, (await test.otherApi.get('/v1/environments/me')).body.data._id),
    ],
  ])('answer 404 for %s', async (_what, path) => {
    expect((await test.anonymous.post(await path(), { messageId: 'x', type: 'sent' })).status).toBe(404);
  });

  it('are refused when they are broken or too large', async () => {
    const integration = await reporting({ inboundWebhookEnabled: true });
    expect((await post(integration, [])).body).toEqual({ data: [] });
    expect((await post(integration, 'text')).status).toBe(400);
    const { status, body } = await post(integration, [{ messageId: 'x', type: 'sent' }, { type: 'flown' }]);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['1.messageId', '1.type']);
    // Larger than other bodies may be, but not by much.
    const padded = (length: number) => ({ messageId: 'x', type: 'sent', padding: 'x'.repeat(length) });
    expect((await post(integration, padded(200_000))).status).toBe(200);
    expect((await post(integration, padded(2_100_000))).status).toBe(413);
  });
});
