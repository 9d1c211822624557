import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { apnsOverHttp } from './apns.js';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const NOW = new Date('2026-03-01T12:00:00Z');
const DEVICE = '00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0';
const CONTENT = { channel: 'push' as const, token: DEVICE, title: 'Order 7', body: 'On its way', data: { orderId: 7 } };
const ACCOUNT = { secretKey: PEM, apiKey: 'KEY7654321', projectName: 'TEAM123456', applicationId: 'com.example.shop' };
/** Derived from the key and the device. */
const APNS_ID = '2d242d17-c3dc-580a-b8a7-5dc8d71ef82d';

conforms(apnsOverHttp, {
  malformed: 'sent',
  account: ACCOUNT,
  content: CONTENT,
  overrides: { aps: { badge: 3 }, collapseId: 'order-7', priority: 5, expiry: 1772366400, other: 1 },
  now: NOW,
  request: {
    method: 'POST',
    url: `https://api.sandbox.push.apple.com/3/device/${DEVICE}`,
    headers: {
      'apns-id': APNS_ID,
      'apns-topic': 'com.example.shop',
      'apns-push-type': 'alert',
      'apns-priority': '5',
      'apns-collapse-id': 'order-7',
      'apns-expiration': '1772366400',
    },
    body: JSON.stringify({ orderId: 7, aps: { alert: { title: 'Order 7', body: 'On its way' }, badge: 3 } }),
  },
  accepted: { status: 200, headers: { 'apns-id': APNS_ID }, id: APNS_ID },
  refused: { status: 400, body: '{"reason":"BadTopic"}' },
  unknownTarget: { status: 410, body: '{"reason":"Unregistered","timestamp":1772366400000}' },
});

describe('Apple Push Notification Service', () => {
  let service: FakeService;
  let account: Record<string, string | boolean>;
  let accounts = 0;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.received.length = 0;
    service.respond = () => ({ status: 200 });
    account = { ...ACCOUNT, applicationId: `com.example.app${++accounts}` };
  });

  const send = (overrides = {}, minutes = 0) =>
    apnsOverHttp.send(
      { key: 'a', content: CONTENT, overrides },
      account,
      worldOf(service, new Date(NOW.getTime() + minutes * 60_000)),
    );
  const proofs = () => service.received.map(({ headers }) => String(headers.authorization).replace('bearer ', ''));

  it('proves who the team is', async () => {
    await send();
    const proof = String(proofs().at(0));
    expect(decodeProtectedHeader(proof)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'KEY7654321' });
    const { payload } = await jwtVerify(proof, publicKey, { currentDate: NOW });
    expect(payload).toEqual({ iss: 'TEAM123456', iat: NOW.getTime() / 1000 });
  });

  it('uses a proof for 50 minutes', async () => {
    await send();
    await send({}, 49);
    await send({}, 50);
    const [first, second, third] = proofs();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('signs a new proof when Apple refuses one, but at most one in 20 minutes', async () => {
    const refused = { status: 403, body: '{"reason":"ExpiredProviderToken"}' };
    await send();
    service.respond = () => refused;
    expect(await send({}, 19)).toMatchObject({ ok: false, fault: 'account', statusCode: 403 });
    expect(new Set(proofs()).size).toBe(1);
    let refusals = 1;
    service.respond = () => (refusals-- > 0 ? refused : { status: 200 });
    expect(await send({}, 20)).toMatchObject({ ok: true });
    expect(new Set(proofs()).size).toBe(2);
  });

  it('takes a key whose lines are written as \\n', async () => {
    account.secretKey = PEM.replaceAll('\n', '\\n');
    expect(await send()).toMatchObject({ ok: true });
  });

  it('says that a key is none, without it', async () => {
    account.secretKey = 'not-a-key-at-all';
    const result = await send();
    expect(result).toMatchObject({ ok: false, kind: 'permanent', error: expect.stringContaining('no private key') });
    expect(JSON.stringify(result)).not.toContain('not-a-key-at-all');
  });

  it('asks the production environment when told to', async () => {
    account.secure = true;
    await send();
    expect(service.received.at(0)?.url).toBe(`https://api.push.apple.com/3/device/${DEVICE}`);
  });

  it('lets no data stand in for what is Apple’s, and no header break out', async () => {
    const content = { ...CONTENT, data: { aps: { alert: 'forged' } } };
    const overrides = { topic: 'com.example.other\r\nx: 1', pushType: 'background' };
    await apnsOverHttp.send({ key: 'a', content, overrides }, account, worldOf(service, NOW));
    const { headers = {}, body = '' } = service.received.at(0) ?? {};
    expect(JSON.parse(body.toString())).toEqual({ aps: { alert: { title: 'Order 7', body: 'On its way' } } });
    expect(headers['apns-topic']).toBe(account.applicationId);
    expect(headers['apns-push-type']).toBe('background');
  });

  it.each([
    [400, 'BadDeviceToken', 'permanent'],
    [400, 'DeviceTokenNotForTopic', 'permanent'],
    [410, 'ExpiredToken', 'invalid_target'],
    [400, 'PayloadEmpty', 'permanent'],
    [403, 'InvalidProviderToken', 'permanent'],
    [413, 'PayloadTooLarge', 'permanent'],
    [429, 'TooManyRequests', 'transient'],
    [503, 'Shutdown', 'transient'],
  ])('U3: %d %s is %s', async (status, reason, kind) => {
    service.respond = () => ({ status, body: JSON.stringify({ reason }) });
    expect(await send()).toMatchObject({ ok: false, kind, statusCode: status });
  });
});
