import { createHmac } from 'node:crypto';
import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { pushWebhook } from './push-webhook.js';

const ACCOUNT = { webhookUrl: 'https://push.example.com/hooks/7', secretKey: 'hook-secret-123' };
const CONTENT = {
  channel: 'push' as const,
  token: 'device-1',
  title: 'Order 7',
  body: 'On its way',
  data: { orderId: 7 },
};
const BODY = JSON.stringify({
  id: '6925a1f0c0ffee0123456789',
  token: 'device-1',
  title: 'Order 7',
  body: 'On its way',
  data: { orderId: 7 },
});
const signatureOf = (body: string | Buffer) => createHmac('sha256', 'hook-secret-123').update(body).digest('hex');

conforms(pushWebhook, {
  malformed: 'sent',
  account: ACCOUNT,
  content: CONTENT,
  request: {
    method: 'POST',
    url: 'https://push.example.com/hooks/7',
    headers: { 'content-type': 'application/json', 'x-carillon-signature': signatureOf(BODY) },
    body: BODY,
  },
  accepted: { status: 202, body: '{"id":"m-7"}', id: 'm-7' },
  refused: { status: 422, body: '{"error":"no such app"}' },
  unknownTarget: { status: 410 },
  idempotencyHeader: 'idempotency-key',
});

describe('a push webhook', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());

  it('signs what the trigger has added, too', async () => {
    service.respond = () => ({ status: 200 });
    const overrides = { _passthrough: { body: { sound: 'bell' }, headers: { 'x-carillon-signature': 'forged' } } };
    await pushWebhook.send({ key: 'a', content: CONTENT, overrides }, ACCOUNT, worldOf(service));
    const { headers, body } = service.received.at(-1)!;
    expect(JSON.parse(body.toString())).toMatchObject({ token: 'device-1', sound: 'bell' });
    expect(headers['x-carillon-signature']).toBe(signatureOf(body));
  });

  it.each([
    ['hex', '00ff10'],
    ['base64', 'AP8Q'],
  ])('signs with a key that is written as %s', async (hmacSecretKeyEncoding, secretKey) => {
    service.respond = () => ({ status: 200 });
    const account = { ...ACCOUNT, secretKey, hmacSecretKeyEncoding };
    await pushWebhook.send({ key: 'a', content: CONTENT, overrides: {} }, account, worldOf(service));
    const { headers, body } = service.received.at(-1)!;
    const key = Buffer.from([0x00, 0xff, 0x10]);
    expect(headers['x-carillon-signature']).toBe(createHmac('sha256', key).update(body).digest('hex'));
  });

  it.each(['ftp://push.example.com', 'push.example.com', 'https://'])('does not send to %p', async (webhookUrl) => {
    const result = await pushWebhook.send(
      { key: 'a', content: CONTENT, overrides: {} },
      { ...ACCOUNT, webhookUrl },
      worldOf(service),
    );
    expect(result).toMatchObject({ ok: false, kind: 'permanent' });
  });
});
