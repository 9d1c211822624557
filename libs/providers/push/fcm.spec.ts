import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { PushContent } from '../kit/content.js';
import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService, type ReceivedRequest } from '../testing/fake-service.js';
import { fcm } from './fcm.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = new Date('2026-03-01T12:00:00Z');
const CONTENT: PushContent = {
  channel: 'push',
  token: 'device-1',
  title: 'Order 7',
  body: 'It is on its way',
  data: { orderId: 7, note: 'fragile', parcel: { weight: 2 }, gone: null },
};
const SENT = { status: 200, body: '{"name":"projects/carillon-demo/messages/0:1500415314455276%31bd1c9631bd1c96"}' };

function anAccount(clientEmail: string, keyFile: object = {}) {
  return {
    serviceAccount: JSON.stringify({
      type: 'service_account',
      project_id: 'carillon-demo',
      private_key_id: 'key-7',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: clientEmail,
      token_uri: 'https://oauth2.googleapis.com/token',
      ...keyFile,
    }),
  };
}

const isForToken = ({ url }: ReceivedRequest) => url === 'https://oauth2.googleapis.com/token';
const A_TOKEN = { status: 200, body: '{"access_token":"ya29.c0ffee","expires_in":3599,"token_type":"Bearer"}' };

function refusal(status: number, name: string, message: string, details: object[]) {
  return { status, body: JSON.stringify({ error: { code: status, message, status: name, details } }) };
}

const fcmError = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
});
const badRequest = (field: string) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: 'Invalid' }],
});

conforms(fcm, {
  account: anAccount('push@carillon-demo.iam.gserviceaccount.com'),
  content: CONTENT,
  overrides: {
    android: { priority: 'high' },
    apns: { payload: { aps: { badge: 1 } } },
    webPush: { headers: { Urgency: 'high' } },
    fcmOptions: { analytics_label: 'orders' },
    notification: { image: 'https://example.com/7.png' },
    somethingElse: true,
  },
  now: NOW,
  before: (request) => (isForToken(request) ? A_TOKEN : undefined),
  request: {
    method: 'POST',
    url: 'https://fcm.googleapis.com/v1/projects/carillon-demo/messages:send',
    headers: { authorization: 'Bearer ya29.c0ffee', 'content-type': 'application/json' },
    body: JSON.stringify({
      message: {
        token: 'device-1',
        notification: { title: 'Order 7', body: 'It is on its way', image: 'https://example.com/7.png' },
        data: { orderId: '7', note: 'fragile', parcel: '{"weight":2}' },
        webpush: { headers: { Urgency: 'high' } },
        fcm_options: { analytics_label: 'orders' },
        android: { priority: 'high' },
        apns: { payload: { aps: { badge: 1 } } },
      },
    }),
  },
  accepted: { ...SENT, id: 'projects/carillon-demo/messages/0:1500415314455276%31bd1c9631bd1c96' },
  refused: refusal(400, 'INVALID_ARGUMENT', "Invalid value at 'message.data[0].value'", [
    badRequest('message.data[0].value'),
  ]),
  unknownTarget: refusal(404, 'NOT_FOUND', 'Requested entity was not found.', [fcmError('UNREGISTERED')]),
});

describe('Firebase Cloud Messaging', () => {
  let service: FakeService;
  let account: ReturnType<typeof anAccount>;
  let accounts = 0;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.received.length = 0;
    account = anAccount(`${++accounts}@example.com`);
    service.respond = (request) => (isForToken(request) ? A_TOKEN : SENT);
  });

  const send = (overrides: Record<string, unknown> = {}, now = NOW) =>
    fcm.send({ key: '6925a1f0c0ffee0123456789', content: CONTENT, overrides }, account, worldOf(service, now));
  const sendingAt = (minutes: number) => send({}, new Date(NOW.getTime() + minutes * 60_000));
  const tokensFetched = () => service.received.filter(isForToken).length;

  it('proves who it is by a signed token', async () => {
    await send();
    const form = new URLSearchParams(String(service.received.at(0)?.body));
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const assertion = form.get('assertion')!;
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-7' });
    const { payload } = await jwtVerify(assertion, publicKey, { currentDate: NOW });
    expect(payload).toEqual({
      iss: `${accounts}@example.com`,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: 'https://oauth2.googleapis.com/token',
      iat: NOW.getTime() / 1000,
      exp: NOW.getTime() / 1000 + 3600,
    });
  });

  it('fetches one token for many who send at once', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(tokensFetched()).toBe(1);
  });

  it('keeps a token until shortly before it ends', async () => {
    await sendingAt(0);
    await sendingAt(54);
    expect(tokensFetched()).toBe(1);
    await sendingAt(55);
    expect(tokensFetched()).toBe(2);
  });

  it('fetches a token anew for an account that was forgotten', async () => {
    await send();
    fcm.forget?.(account);
    await send();
    expect(tokensFetched()).toBe(2);
  });

  it.each([
    [{ status: 503 }, 'transient'],
    [{ status: 400, body: '{"error":"invalid_grant"}' }, 'permanent'],
    [{ status: 200, body: '{}' }, 'transient'],
  ])('S2: without a token (%j) the message has not been sent', async (response, kind) => {
    service.respond = (request) => (isForToken(request) ? response : SENT);
    const result = await send();
    expect(result).toMatchObject({ ok: false, kind });
    expect(result).not.toHaveProperty('ambiguous');
    expect(service.received).toHaveLength(1);
    service.respond = (request) => (isForToken(request) ? A_TOKEN : SENT);
    expect(await send()).toMatchObject({ ok: true });
  });

  it('S2: when the server of tokens does not respond, the message has not been sent', async () => {
    service.respond = () => 'silence';
    const message = { key: 'a', content: CONTENT, overrides: {} };
    const result = await fcm.send(message, account, worldOf(service, NOW));
    expect(result).toMatchObject({ ok: false, kind: 'transient' });
    expect(result).not.toHaveProperty('ambiguous');
  });

  it.each([
    ['a token of another sender', 'account', 403, 'PERMISSION_DENIED', 'No', [fcmError('SENDER_ID_MISMATCH')]],
    [
      'a token that is none',
      'recipient',
      400,
      'INVALID_ARGUMENT',
      'The registration token is not a valid FCM registration token',
      [fcmError('INVALID_ARGUMENT')],
    ],
    ['a token field', 'recipient', 400, 'INVALID_ARGUMENT', 'Invalid', [badRequest('message.token')]],
  ])('U3: %s removes no device, and is for: %s', async (_what, fault, status, name, words, details) => {
    service.respond = (request) => (isForToken(request) ? A_TOKEN : refusal(status, name, words, details));
    expect(await send()).toMatchObject({ ok: false, kind: 'permanent', fault, statusCode: status });
  });

  it('fetches a new token once when the service refuses the one it has, and sends again', async () => {
    await send();
    let refusals = 1;
    const refused = refusal(401, 'UNAUTHENTICATED', 'invalid authentication credentials', []);
    service.respond = (request) => (isForToken(request) ? A_TOKEN : refusals-- > 0 ? refused : SENT);
    expect(await send()).toMatchObject({ ok: true });
    expect(tokensFetched()).toBe(2);
    service.respond = (request) => (isForToken(request) ? A_TOKEN : refused);
    expect(await send()).toMatchObject({ ok: false, fault: 'account', statusCode: 401 });
    expect(tokensFetched()).toBe(3);
  });

  it.each([
    ['an unknown project', 404, 'NOT_FOUND', 'permanent', []],
    ['a message too large', 400, 'INVALID_ARGUMENT', 'permanent', [fcmError('INVALID_ARGUMENT')]],
    ['a missing right', 403, 'PERMISSION_DENIED', 'permanent', []],
    ['a quota', 429, 'RESOURCE_EXHAUSTED', 'transient', [fcmError('QUOTA_EXCEEDED')]],
  ])('U3: %s says nothing about the device', async (_what, status, name, kind, details) => {
    service.respond = (request) => (isForToken(request) ? A_TOKEN : refusal(status, name, 'No', details));
    expect(await send()).toMatchObject({ ok: false, kind });
  });

  it('leaves what is shown to the app when asked for data alone', async () => {
    await send({ type: 'data', data: { orderId: 8 } });
    expect(JSON.parse(String(service.received.at(1)?.body))).toEqual({
      message: {
        token: 'device-1',
        data: { title: 'Order 7', body: 'It is on its way', orderId: '8', note: 'fragile', parcel: '{"weight":2}' },
      },
    });
  });

  it.each([
    ['not JSON', { serviceAccount: 'key.json' }, 'not a key file'],
    ['no key', anAccount('a@example.com', { private_key: undefined }), 'private_key'],
    ['a key that is none', anAccount('a@example.com', { private_key: 'secret-text' }), 'no private key'],
    ['no project', anAccount('a@example.com', { project_id: '' }), 'project_id'],
  ])('says that its key file has %s', async (_what, bad, words) => {
    const message = { key: 'a', content: CONTENT, overrides: {} };
    const result = await fcm.send(message, bad, worldOf(service));
    expect(result).toEqual({
      ok: false,
      fault: expect.any(String),
      kind: 'permanent',
      error: expect.stringContaining(words),
    });
    expect(service.received).toEqual([]);
  });

  it('does not repeat the fetched token', async () => {
    service.respond = (request) => (isForToken(request) ? A_TOKEN : { echo: 500 });
    expect(JSON.stringify(await send())).not.toContain('ya29.c0ffee');
  });
});
