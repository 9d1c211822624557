import { generateKeyPairSync, sign } from 'node:crypto';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { telnyxWebhook } from './telnyx.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const SECONDS = String(REPORTED_AT.getTime() / 1000);
const AT = '2026-02-03T04:05:00.148+00:00';

/** The last 32 bytes are the key itself; what stands before says of which kind it is. */
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
