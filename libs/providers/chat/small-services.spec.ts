import { conforms, oneSend } from '../testing/conformance.js';
import { ryver } from './ryver.js';
import { sendblue } from './sendblue.js';

const json = { 'content-type': 'application/json' };
const url = 'https://example.ryver.com/application/webhook/4z-_G76nj7Fic-M';

conforms(ryver, {
  malformed: 'sent',
  account: {},
  content: { channel: 'chat', target: { kind: 'webhook', url }, body: 'Hello' },
  request: { method: 'POST', url, headers: json, body: '{"body":"Hello"}' },
  accepted: { status: 200 },
  refused: { status: 404, body: 'No such webhook' },
  secrets: [url],
});

const toPhone = { channel: 'chat', target: { kind: 'phone', number: '+19998887777' }, body: 'Hello' } as const;
const failed = (error_code: number) =>
  JSON.stringify({ status: 'ERROR', error_code, error_message: 'not sent', message_handle: 'h-2' });

conforms(sendblue, {
  malformed: 'sent',
  account: { apiKey: 'sb-key-c0ffee', secretKey: 'sb-secret-c0ffee', from: '+16468528190' },
  content: toPhone,
  request: {
    method: 'POST',
    url: 'https://api.sendblue.co/api/send-message',
    headers: { ...json, 'sb-api-key-id': 'sb-key-c0ffee', 'sb-api-secret-key': 'sb-secret-c0ffee' },
    body: '{"number":"+19998887777","from_number":"+16468528190","content":"Hello"}',
  },
  accepted: { status: 202, body: '{"status":"QUEUED","error_code":null,"message_handle":"h-1"}', id: 'h-1' },
  refused: { status: 200, body: failed(4002) },
  busy: { status: 200, body: failed(5003) },
});

it.each([
  [ryver, toPhone, 'Ryver sends to a webhook, and not to a phone'],
  [
    sendblue,
    { ...toPhone, target: { kind: 'webhook', url } } as const,
    'Sendblue sends to a phone number, and not to a webhook',
  ],
])('S1: $id says which addresses it does not reach', async (provider, content, error) => {
  const { request, result } = await oneSend(provider, { content, account: {} });
  expect([request, result]).toEqual([undefined, { ok: false, fault: expect.any(String), kind: 'permanent', error }]);
});
