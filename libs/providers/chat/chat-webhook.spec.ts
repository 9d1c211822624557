import { createHmac } from 'node:crypto';
import { conforms, oneSend } from '../testing/conformance.js';
import { chatWebhook } from './chat-webhook.js';

const url = 'https://example.com/chat/c0ffee';
const content = { channel: 'chat', target: { kind: 'webhook', url, channel: 'news' }, body: 'Hello' } as const;
const body = '{"id":"6925a1f0c0ffee0123456789","body":"Hello","channel":"news"}';

conforms(chatWebhook, {
  malformed: 'sent',
  account: { secretKey: 'shared-secret' },
  content,
  request: {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': '6925a1f0c0ffee0123456789',
      'x-carillon-signature': createHmac('sha256', 'shared-secret').update(body).digest('hex'),
    },
    body,
  },
  accepted: { status: 204 },
  refused: { status: 410, body: 'Gone' },
  idempotencyHeader: 'idempotency-key',
  secrets: [url],
});

describe('a chat webhook', () => {
  it.each([
    ['base64', Buffer.from('key-of-bytes').toString('base64')],
    ['hex', Buffer.from('key-of-bytes').toString('hex')],
    ['text', 'key-of-bytes'],
  ])('is signed with a key written as %s', async (hmacSecretKeyEncoding, secretKey) => {
    const { request } = await oneSend(chatWebhook, { account: { secretKey, hmacSecretKeyEncoding }, content });
    const expected = createHmac('sha256', 'key-of-bytes').update(String(request?.body)).digest('hex');
    expect(request?.headers['x-carillon-signature']).toBe(expected);
  });

  it('is signed with what the trigger adds', async () => {
    const overrides = { _passthrough: { body: { priority: 1 } } };
    const { request } = await oneSend(chatWebhook, { account: { secretKey: 'shared-secret' }, content, overrides });
    expect(JSON.parse(String(request?.body))).toMatchObject({ body: 'Hello', priority: 1 });
    const expected = createHmac('sha256', 'shared-secret').update(String(request?.body)).digest('hex');
    expect(request?.headers['x-carillon-signature']).toBe(expected);
  });

  it('is not signed without a key', async () => {
    const { request } = await oneSend(chatWebhook, { content });
    expect(request?.headers).toEqual({ 'content-type': 'application/json', 'idempotency-key': 'message-key' });
  });

  it('S1: a key that is none sends nothing', async () => {
    const account = { secretKey: 'not hex', hmacSecretKeyEncoding: 'hex' };
    const { request, result } = await oneSend(chatWebhook, { account, content });
    expect([request, result]).toMatchObject([undefined, { kind: 'permanent' }]);
  });

  it.each(['ftp://example.com/a', 'javascript:alert(1)', 'example.com/a', 'https://'])(
    'has an http or https address, and not %p',
    async (address) => {
      const target = { kind: 'webhook', url: address } as const;
      const { request, result } = await oneSend(chatWebhook, { content: { ...content, target } });
      expect([request, result]).toMatchObject([undefined, { kind: 'permanent' }]);
    },
  );
});
