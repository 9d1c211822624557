import { aSlackIntegration, aTelegramIntegration } from '../builders/channel.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import { FakeProvider } from './fake-provider.js';
import { startTestApp, type TestApp } from '../test-app.js';

const LINK = '/v1/integrations/channel-endpoints/link';

let test: TestApp;
let telegram: FakeProvider;
/** A bot whose webhook is configured: its integration, and what it proves itself with. */
let bot: { identifier: string; id: string; secret: string };
const clock = new MovableClock();

beforeAll(async () => {
  telegram = await FakeProvider.start();
  const settings = {
    PUBLIC_URL: 'https://notify.example.com',
    TELEGRAM_URL: telegram.url,
    HTTP_PRIVATE_TARGETS: '127.0.0.1',
  };
  test = await startTestApp({ settings, clock });
  respondAsUsual();
  bot = await configuredBot();
});

afterAll(async () => {
  await test.close();
  await telegram.close();
});

beforeEach(() => {
  telegram.received = [];
  respondAsUsual();
});

function respondAsUsual(): void {
  const getMe = { ok: true, result: { id: 42, is_bot: true, username: 'acme_bot' } };
  telegram.responses = { '/getMe': getMe, '/setWebhook': { ok: true, result: true } };
}

const configure = (identifier: string, api = test.api) => api.post(`/v1/integrations/${identifier}/webhook/configure`);
const mobileLink = (identifier: string, body?: object, api = test.api) =>
  api.post(`/v1/integrations/${identifier}/mobile-link`, body);
const create = async (fields: object = {}) =>
  (await test.api.post('/v1/integrations', aTelegramIntegration(fields))).body.data;
const person = async (): Promise<string> => (await test.api.subscriber()).subscriberId;
const endpointsOf = async (subscriberId: string) =>
  (await test.api.get(`/v1/channel-endpoints?subscriberId=${subscriberId}`)).body.data;

async function configuredBot() {
  const { identifier, _id: id } = await create();
  telegram.received = [];
  expect((await configure(identifier)).status).toBe(200);
  return { identifier, id, secret: JSON.parse(telegram.received[1]!.body).secret_token as string };
}

async function linkFor(subscriberId: string, context?: object): Promise<string> {
  const { body } = await test.api.post(LINK, { integrationIdentifier: bot.identifier, subscriberId, context });
  return new URL(body.data.url).searchParams.get('start')!;
}

/** Telegram posts what somebody has written to the bot. */
const write = (text: string, { id, secret }: { id: string; secret?: string } = bot, chatId = 4711) =>
  test.anonymous.request({
    method: 'POST',
    url: `/v2/inbound-webhooks/telegram/${id}`,
    headers: { ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }) },
    payload: { update_id: 1, message: { chat: { id: chatId, type: 'private' }, text } },
  });

describe('configuring the webhook of a bot', () => {
  it('tells Telegram where to post, and answers which bot it is', async () => {
    const { identifier, _id } = await create();
    const { status, body } = await configure(identifier);
    const webhookUrl = `https://notify.example.com/v2/inbound-webhooks/telegram/${_id}`;
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { webhookUrl, configuredAt: expect.stringMatching(/^\d{4}-/), botUsername: 'acme_bot' } },
    });
    expect(telegram.received.map(({ url }) => url)).toEqual([
      '/bot42:bot-secret/getMe',
      '/bot42:bot-secret/setWebhook',
    ]);
    const told = JSON.parse(telegram.received[1]!.body);
    expect(told).toEqual({
      url: webhookUrl,
      secret_token: expect.stringMatching(/^[\w-]{43}$/),
      allowed_updates: ['message'],
    });
    const stored = await test.connection.collection('integrations').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(told.secret_token);
  });

  it.each([
    ['no Telegram integration', async () => (await test.api.post('/v1/integrations', aSlackIntegration())).body.data],
    ['no token', () => create({ credentials: {} })],
    ['a token that is none', () => create({ credentials: { apiToken: '42:x/../../evil' } })],
  ])('answers 400 for %s', async (_what, make) => {
    expect((await configure((await make()).identifier)).status).toBe(400);
    expect(telegram.received).toEqual([]);
  });

  it.each([
    [
      'refuses the token',
      { '/getMe': { ok: false, description: 'Unauthorized' } },
      'Telegram refuses getMe: Unauthorized',
    ],
    ['does not say which bot it is', { '/getMe': { ok: true, result: {} } }, 'which bot'],
    ['names a bot that cannot be', { '/getMe': { ok: true, result: { username: 'a/b?c' } } }, 'which bot'],
    ['answers with no JSON', { '/getMe': 'x' }, 'Telegram refuses getMe: 200'],
    [
      'refuses the address',
      { '/getMe': { ok: true, result: { username: 'b' } }, '/setWebhook': { ok: false, description: 'HTTPS' } },
      'Telegram refuses setWebhook: HTTPS',
    ],
  ])('answers 400 when Telegram %s', async (_what, answers, message) => {
    telegram.responses = answers;
    const { identifier } = await create();
    const { status, body } = await configure(identifier);
    expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining(message) });
    expect(body.message).not.toContain('bot-secret');
    expect((await mobileLink(identifier, {})).status).toBe(400);
  });

  it('answers 404 for an unknown integration, and for that of a stranger', async () => {
    expect((await configure('unknown')).status).toBe(404);
    expect((await configure(bot.identifier, test.otherApi)).status).toBe(404);
  });
});

describe('a link to a bot', () => {
  it('opens the bot with a token', async () => {
    const request = { integrationIdentifier: bot.identifier, subscriberId: await person() };
    const { status, body } = await test.api.post(LINK, request);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          url: expect.stringMatching(/^https:\/\/t\.me\/acme_bot\?start=[\w-]{43}$/),
          providerMetadata: {
            providerId: 'telegram',
            botUsername: 'acme_bot',
            expiresAt: expect.stringMatching(/^\d{4}-/),
          },
        },
      },
    });
  });

  it('is made for telephones, too', async () => {
    const { status, body } = await mobileLink(bot.identifier, { subscriberId: await person() });
    expect(status).toBe(200);
    const { token, url, expiresAt } = body.data;
    expect(url).toBe(`https://t.me/acme_bot?start=${token}`);
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBeLessThanOrEqual(5 * MINUTE);
  });

  it.each([
    ['an unknown integration', 404, async () => mobileLink('unknown', {})],
    ["a stranger's", 404, async () => mobileLink(bot.identifier, {}, test.otherApi)],
    ['an unknown subscriber', 404, async () => mobileLink(bot.identifier, { subscriberId: 'unknown' })],
    ['a bot that is not configured', 400, async () => mobileLink((await create()).identifier, {})],
    [
      'another provider',
      400,
      async () => mobileLink((await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier, {}),
    ],
    ['a subscriber that is none', 422, async () => mobileLink(bot.identifier, { subscriberId: 42 })],
    ['null', 422, async () => mobileLink(bot.identifier, { subscriberId: null })],
  ])('is refused for %s: %d', async (_what, status, ask) => {
    expect((await ask()).status).toBe(status);
  });
});

describe('pressing "Start"', () => {
  it('links the chat to the subscriber', async () => {
    const subscriberId = await person();
    const token = await linkFor(subscriberId, { tenant: 'acme' });
    const { status, body } = await write(`/start ${token}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { method: 'sendMessage', chat_id: 4711, text: expect.stringContaining('You are connected') },
    });
    expect(await endpointsOf(subscriberId)).toEqual([
      expect.objectContaining({
        type: 'telegram_chat',
        endpoint: { chatId: '4711' },
        providerId: 'telegram',
        integrationIdentifier: bot.identifier,
        contextKeys: ['tenant:acme'],
      }),
    ]);
  });

  it('works once per link, and stores a chat once', async () => {
    const subscriberId = await person();
    const token = await linkFor(subscriberId);
    const answers = await Promise.all([1, 2, 3, 4].map((chatId) => write(`/start ${token}`, bot, chatId)));
    const linked = answers.filter(({ body }) => body.text.startsWith('You are connected'));
    expect(linked).toHaveLength(1);
    expect(await endpointsOf(subscriberId)).toHaveLength(1);
    await write(`/start ${await linkFor(subscriberId)}`, bot, linked[0]!.body.chat_id);
    expect(await endpointsOf(subscriberId)).toHaveLength(1);
  });

  it('does nothing after five minutes, with a forged token, or at another bot', async () => {
    const subscriberId = await person();
    const [token, another] = [await linkFor(subscriberId), await configuredBot()];
    clock.forward(5 * MINUTE);
    const late = await write(`/start ${token}`);
    const forged = await write(`/start ${'x'.repeat(43)}`);
    const elsewhere = await write(`/start ${await linkFor(subscriberId)}`, another);
    for (const { body } of [late, forged, elsewhere]) expect(body.text).toContain('not valid');
    expect(await endpointsOf(subscriberId)).toEqual([]);
  });

  it('links nobody where the link was for nobody', async () => {
    const { body } = await mobileLink(bot.identifier, {});
    expect((await write(`/start ${body.data.token}`)).body.text).toBe('This bot is set up.');
  });

  it('is the only thing that is answered', async () => {
    expect(await write('Hello')).toMatchObject({ status: 200, body: {} });
    const request = { method: 'POST' as const, url: `/v2/inbound-webhooks/telegram/${bot.id}` };
    const headers = { 'x-telegram-bot-api-secret-token': bot.secret };
    expect(await test.anonymous.request({ ...request, headers })).toMatchObject({ status: 200, body: {} });
  });

  it('must be reported by Telegram', async () => {
    const subscriberId = await person();
    const token = await linkFor(subscriberId);
    for (const secret of [undefined, '', 'x', bot.secret.slice(1)]) {
      expect((await write(`/start ${token}`, { id: bot.id, secret })).status).toBe(401);
    }
    // A bot that was never configured, or is none, has no secret that could be guessed.
    expect((await write(`/start ${token}`, { id: (await create())._id, secret: '' })).status).toBe(404);
    expect((await write(`/start ${token}`, { id: 'x', secret: '' })).status).toBe(404);
    expect(await endpointsOf(subscriberId)).toEqual([]);
    expect((await write(`/start ${token}`)).body.text).toContain('You are connected');
  });
});
