import { generateKeyPairSync, sign } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { telnyx, telnyxWebhook } from './telnyx.js';

conforms(telnyx, {
  account: {
    apiKey: 'KEY0123456789ABCDEF',
    messageProfileId: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
    from: '+18665552368',
  },
  content: { channel: 'sms', to: '+18665552367', body: 'Grüße' },
  overrides: { _passthrough: { body: { use_profile_webhooks: false } } },
  request: {
    method: 'POST',
    url: 'https://api.telnyx.com/v2/messages',
    headers: { authorization: 'Bearer KEY0123456789ABCDEF', 'content-type': 'application/json' },
    body: JSON.stringify({
      from: '+18665552368',
      to: '+18665552367',
      text: 'Grüße',
      messaging_profile_id: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
      use_profile_webhooks: false,
    }),
  },
  accepted: {
    status: 200,
    body: '{"data":{"record_type":"message","id":"40385f64-5717-4562-b3fc-2c963f66afa6","direction":"outbound"}}',
    id: '40385f64-5717-4562-b3fc-2c963f66afa6',
  },
  refused: { status: 400, body: '{"errors":[{"code":"40310","title":"Invalid \'to\' address"}]}' },
});

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const SECONDS = String(REPORTED_AT.getTime() / 1000);
const AT = '2026-02-03T04:05:00.148+00:00';

/** The last 32 bytes are the key itself; the bytes before identify its type. */
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

const posting = (event_type: string, payload: object) => ({
  data: { record_type: 'event', event_type, id: 'e1', occurred_at: AT, payload },
  meta: { attempt: 1 },
});

reports(telnyxWebhook, {
  key: KEY,
  body: posting('message.finalized', {
    id: 'm1',
    to: [{ phone_number: '+491700000000', status: 'delivery_failed' }],
    errors: [{ code: '40008', title: 'Undeliverable', detail: 'The carrier did not take it' }],
  }),
  prove: ({ rawBody }) => ({
    'telnyx-timestamp': SECONDS,
    'telnyx-signature-ed25519': sign(null, Buffer.from(`${SECONDS}|${rawBody}`), privateKey).toString('base64'),
  }),
  covers: ['body', 'time'],
  events: [
    { id: 'e1', messageId: 'm1', status: 'undelivered', at: new Date(AT), response: 'The carrier did not take it' },
  ],
  silent: [
    posting('message.received', { id: 'm1', to: [{ status: 'delivered' }] }),
    posting('message.finalized', { id: 'm1', to: [{ status: 'delivery_unconfirmed' }] }),
    { data: null },
  ],
  malformed: [posting('message.sent', { to: [{ status: 'sent' }] }), 'text'],
});

it('are not authentic under a key of another kind', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey;
  const key = other.export({ format: 'der', type: 'spki' }).toString('base64');
  const headers = { 'telnyx-timestamp': SECONDS, 'telnyx-signature-ed25519': 'AAAA' };
  expect(telnyxWebhook.isAuthentic({ ...posted({}), headers }, key, REPORTED_AT)).toBe(false);
});
