import PostalMime from 'postal-mime';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import { aTelegramIntegration } from '../builders/channel.js';
import { anEmailIntegration, keepFromEarlierRelease } from '../builders/integration.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { startTestApp, type TestApp } from '../test-app.js';

const SENDER = { from: 'shop@example.com', senderName: 'Shop' };
const ADA = { to: 'ada@example.com' };
/** Tests of integrations in an hour: more than the other tests need. */
const MANY = 40;

/** The embedded store, and no setting that allows private addresses. */
let test: TestApp;
let mail: MailServer;

beforeAll(async () => {
  mail = await MailServer.start({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] });
  test = await startTestApp({
    settings: {
      DELIVER_TO: 'providers',
      OUTBOX: 'on',
      SEND_TIMEOUT_SECONDS: '5',
      INTEGRATION_TESTS_PER_HOUR: String(MANY),
    },
  });
});

afterEach(() => {
  mail.refuse = {};
  mail.received.length = 0;
});

afterAll(async () => {
  await test.close();
  await mail.close();
});

const integrate = async (fields: object): Promise<string> => {
  const { status, body } = await test.api.post('/v1/integrations', anEmailIntegration({ check: false, ...fields }));
  expect({ status, errors: body.errors }).toEqual({ status: 201 });
  return body.data._id;
};
const smtp = (credentials: object = {}) =>
  integrate({
    providerId: 'nodemailer',
    active: false,
    credentials: { host: '127.0.0.1', port: String(mail.port), ...MailServer.LOGIN, ...SENDER, ...credentials },
  });
const ask = (id: string, request: object) => test.api.post(`/v1/integrations/${id}/test`, request);

describe('G15: testing an integration', () => {
  it('signs in and sends to the named address, through a mail server on this machine, also when it is switched off', async () => {
    const { status, body } = await ask(await smtp(), ADA);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          success: true,
          stage: 'send',
          sentTo: 'provider',
          messageId: expect.stringMatching(/@/),
          durationMs: expect.any(Number),
        },
      },
    });
    expect(mail.received).toMatchObject([{ from: 'shop@example.com', to: ['ada@example.com'], user: 'carillon' }]);
    const { subject, text, from } = await PostalMime.parse(mail.received[0]!.content);
    expect({ subject, from }).toEqual({ subject: 'Test message', from: { address: 'shop@example.com', name: 'Shop' } });
    expect(text).toContain('If you read it, the integration works.');
  });

  it('answers what the server said to the sign-in, without the password, and sends nothing', async () => {
    const { status, body } = await ask(await smtp({ password: 'wrong-pass-word' }), ADA);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      success: false,
      stage: 'sign_in',
      sentTo: 'provider',
      error: expect.stringContaining('5.7.8 no such login'),
      statusCode: 535,
      durationMs: expect.any(Number),
    });
    expect(JSON.stringify(body)).not.toContain('wrong-pass-word');
    expect(mail.received).toEqual([]);
  });

  it('answers what the server said to the message', async () => {
    mail.refuse = { recipient: () => [550, '5.1.1 nobody of that name here'] };
    const { body } = await ask(await smtp(), ADA);
    expect(body.data).toMatchObject({ success: false, stage: 'send', statusCode: 550 });
    expect(body.data.error).toContain('5.1.1 nobody of that name here');
  });

  it('says that nobody answers at the port, and what an account lacks', async () => {
    const closed = await MailServer.start();
    const { port } = closed;
    await closed.close();
    expect((await ask(await smtp({ port: String(port) }), ADA)).body.data).toMatchObject({
      success: false,
      stage: 'sign_in',
      error: expect.stringContaining('ECONNREFUSED'),
    });
    expect((await ask(await smtp({ host: '' }), ADA)).body.data).toMatchObject({
      success: false,
      error: 'the integration has no credential "host"',
    });
  });

  it('names the setting that would let HTTP reach a server on this machine', async () => {
    const server = await MessageServer.start();
    const id = await integrate({ ...server.integration('email', 'Webhook'), active: false });
    const { body } = await ask(id, ADA);
    await server.close();
    expect(body.data).toMatchObject({ success: false, stage: 'send' });
    expect(body.data.error).toBe(
      '127.0.0.1 is not an address of the public internet; the operator of Carillon can allow it with the setting HTTP_PRIVATE_TARGETS=127.0.0.1',
    );
    expect(server.posted).toEqual([]);
  });

  it('never reaches what a cloud keeps for its machines', async () => {
    const { body } = await ask(await smtp({ host: '169.254.169.254', port: '80' }), ADA);
    expect(body.data).toMatchObject({
      success: false,
      error: '169.254.169.254 is not an address of the public internet',
    });
  });

  it.each([
    ['email', 'novu-email', 'ada@example.com'],
    ['sms', 'novu-sms', '+4930901820'],
    ['push', 'outbox-push', 'token-of-a-device'],
    ['chat', 'outbox-chat', 'https://chat.example.com/hook'],
  ])('keeps the message in the outbox where the %s integration is that', async (channel, providerId, to) => {
    const id = await integrate({ channel, providerId, identifier: undefined, active: false, credentials: {} });
    expect((await ask(id, { to })).body.data).toMatchObject({ success: true, sentTo: 'outbox', stage: 'send' });
    const { body } = await test.api.get(`/v1/outbox?recipient=${encodeURIComponent(to)}`);
    expect(body.data).toMatchObject([{ channel }]);
  });

  it('leaves no trace in the activity, nor a message', async () => {
    await ask(await smtp(), ADA);
    for (const collection of ['events', 'runs', 'messages']) {
      expect(await test.connection.collection(collection).countDocuments()).toBe(0);
    }
  });

  it('is not begun a second time while it goes on', async () => {
    const id = await smtp();
    let begun = () => {};
    const arrived = new Promise<void>((resolve) => (begun = resolve));
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    mail.beforeResponse = () => {
      begun();
      return finished;
    };
    const first = ask(id, ADA);
    await arrived;
    const second = await ask(id, ADA);
    mail.beforeResponse = () => undefined;
    finish();
    expect(second).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    expect((await first).body.data).toMatchObject({ success: true });
    expect(mail.received).toHaveLength(1);
  });

  it.each<[string, object, object, string]>([
    ['no address', {}, {}, 'to'],
    ['what is no email address', {}, { to: 'ada' }, 'to'],
    ['what is no phone number', { providerId: 'twilio', channel: 'sms' }, ADA, 'to'],
    ['an unknown kind of place', aTelegramIntegration(), { to: '42', kind: 'room' }, 'kind'],
    ['a webhook without an address', aTelegramIntegration(), { to: '42', kind: 'webhook' }, 'to'],
    [
      'an unknown connection',
      aTelegramIntegration(),
      { to: '42', connectionIdentifier: 'none' },
      'connectionIdentifier',
    ],
  ])('is 422 for %s', async (_case, fields, request, field) => {
    const id = await integrate({ identifier: undefined, ...fields, active: false });
    const { status, body } = await ask(id, request);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it('is 422 where there is nothing to send through: the inbox, tools, agents, and providers without an adapter', async () => {
    const own = (await test.api.get('/v1/environments/me')).body.data._id;
    const integrations: { _id: string; channel: string; _environmentId: string }[] = (
      await test.api.get('/v1/integrations')
    ).body;
    const inApp = integrations.find((one) => one.channel === 'in_app' && one._environmentId === own)!._id;
    const agent = (await test.api.post('/v1/integrations', { providerId: 'anthropic', kind: 'agent' })).body.data._id;
    const tool = await keepFromEarlierRelease(test.connection, { channel: 'email', providerId: 'clickatell' });
    const pager = await keepFromEarlierRelease(test.connection, { channel: 'tool', providerId: 'pagerduty' });
    for (const id of [inApp, agent, tool, pager]) expect((await ask(id, ADA)).status).toBe(422);
  });

  it('is 429 after many tests of integrations of the environment within an hour, until the next begins', async () => {
    const id = await integrate({ providerId: 'novu-email', identifier: undefined, active: false, credentials: {} });
    const responses = [];
    for (let sent = 0; sent <= MANY; sent++) responses.push(await ask(id, ADA));
    const { status, headers, body } = responses.at(-1)!;
    expect({ status, first: responses[0]!.status }).toEqual({ status: 429, first: 200 });
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(body.message).toContain('INTEGRATION_TESTS_PER_HOUR');
  });
});
