import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import library from 'web-push';
import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService, WebPushBrowser } from '../testing/fake-service.js';
import { webPush } from './web-push.js';

const vapid = library.generateVAPIDKeys();
const ACCOUNT = { apiKey: vapid.publicKey, secretKey: vapid.privateKey, from: 'ops@example.com' };
const browser = new WebPushBrowser();
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA';
const CONTENT = {
  channel: 'push' as const,
  token: browser.subscription(ENDPOINT),
  title: 'Order 7',
  body: 'Unterwegs – Grüße',
  data: { orderId: 7 },
};

conforms(webPush, {
  malformed: 'sent',
  account: ACCOUNT,
  content: CONTENT,
  overrides: { TTL: 60, urgency: 'high', topic: 'order-7', notification: { icon: '/icon.png' } },
  request: {
    method: 'POST',
    url: ENDPOINT,
    headers: {
      ttl: '60',
      urgency: 'high',
      topic: 'order-7',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    },
    body: JSON.stringify({ title: 'Order 7', body: 'Unterwegs – Grüße', data: { orderId: 7 }, icon: '/icon.png' }),
  },
  readBody: (body) => browser.decrypt(body),
  accepted: {
    status: 201,
    headers: { location: 'https://updates.push.services.mozilla.com/m/gAAAAB' },
    id: 'https://updates.push.services.mozilla.com/m/gAAAAB',
  },
  refused: { status: 413, body: '{"errno":104,"message":"Data payload too large"}' },
  secrets: [ENDPOINT],
  unknownTarget: { status: 410, body: '{"errno":106,"message":"Subscription expired or unsubscribed"}' },
});

describe('Web Push', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.received.length = 0;
    service.respond = () => ({ status: 201 });
  });

  const send = (account: object = ACCOUNT, token = CONTENT.token, overrides = {}) =>
    webPush.send({ key: 'a', content: { ...CONTENT, token }, overrides }, account, worldOf(service));

  it.each([
    ['ops@example.com', 'mailto:ops@example.com'],
    ['mailto:ops@example.com', 'mailto:ops@example.com'],
    ['https://example.com/contact', 'https://example.com/contact'],
  ])('proves to the push service who sends, with %p as contact', async (from, subject) => {
    await send({ ...ACCOUNT, from });
    const { authorization } = service.received.at(0)?.headers ?? {};
    const { token = '', key } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(String(authorization))?.groups ?? {};
    expect(key).toBe(ACCOUNT.apiKey);
    const publicKey = Buffer.from(vapid.publicKey, 'base64url');
    const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) => part.toString('base64url'));
    const verified = await jwtVerify(
      token,
      createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }),
      {
        audience: 'https://updates.push.services.mozilla.com',
      },
    );
    expect(verified.payload.sub).toBe(subject);
  });

  it('U3: a subscription that is not known is gone', async () => {
    service.respond = () => ({ status: 404 });
    expect(await send()).toMatchObject({ ok: false, kind: 'invalid_target' });
  });

  it.each([
    ['is not JSON', 'fcm-token'],
    ['has no keys', JSON.stringify({ endpoint: ENDPOINT })],
    ['has no address', JSON.stringify({ endpoint: 'push', keys: { p256dh: 'a', auth: 'b' } })],
    ['has a key that is none', JSON.stringify({ endpoint: ENDPOINT, keys: { p256dh: 'AAAA', auth: 'AAAA' } })],
  ])('U3: keeps a token that %s, and sends nothing', async (_what, token) => {
    expect(await send(ACCOUNT, token)).toMatchObject({ ok: false, kind: 'permanent' });
    expect(service.received).toEqual([]);
  });

  it.each([
    ['keys', { secretKey: 'short-secret' }],
    ['a contact', { from: undefined }],
  ])('sends nothing without %s', async (_what, wrong) => {
    const result = await send({ ...ACCOUNT, ...wrong });
    expect(result).toMatchObject({ ok: false, kind: 'permanent' });
    expect(JSON.stringify(result)).not.toContain('short-secret');
    expect(service.received).toEqual([]);
  });

  it('does not repeat the proof', async () => {
    service.respond = () => ({ echo: 500 });
    expect(JSON.stringify(await send())).not.toMatch(/eyJ/);
  });
});
