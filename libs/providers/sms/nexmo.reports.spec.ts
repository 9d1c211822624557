import { createHash, createHmac } from 'node:crypto';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { nexmoWebhook } from './nexmo.js';

const KEY = 'signature secret';
const SECONDS = String(REPORTED_AT.getTime() / 1000);

const RECEIPT = {
  status: 'failed',
  messageId: '0A0000001234567B',
  'err-code': '6',
  'message-timestamp': '2026-02-03 04:05:00',
  'client-ref': 'a&b=c',
  nonce: 'n-1',
  timestamp: SECONDS,
};

/** As Vonage describes it: sorted, joined, with what could be mistaken for a joint replaced in the values. */
const SIGNED =
  '&client-ref=a_b_c&err-code=6&message-timestamp=2026-02-03 04:05:00&messageId=0A0000001234567B&nonce=n-1' +
  `&status=failed&timestamp=${SECONDS}`;

const hmac = (method: string) => createHmac(method, KEY).update(SIGNED).digest('hex');
const hash = createHash('md5')
  .update(SIGNED + KEY)
  .digest('hex');

describe.each([
  ['an MD5 hash', hash],
  ['an MD5 HMAC', hmac('md5')],
  ['a SHA-1 HMAC', hmac('sha1')],
  ['a SHA-256 HMAC in capitals', hmac('sha256').toUpperCase()],
  ['a SHA-512 HMAC', hmac('sha512')],
])('receipts with %s', (_method, sig) => {
  describe.each([
    ['as a form', true as const],
    ['as JSON', undefined],
  ])('%s', (_how, form) => {
    reports(nexmoWebhook, {
      key: KEY,
      body: { ...RECEIPT, sig },
      form,
      proof: 'sig',
      covers: ['body', 'time'],
      events: [
        {
          messageId: '0A0000001234567B',
          status: 'failed',
          at: new Date('2026-02-03T04:05:00.000Z'),
          response: 'error 6',
        },
      ],
      silent: [
        { messageId: 'x', status: 'unknown' },
        { messageId: 'x', text: 'Stop' },
      ],
      malformed: [{ status: 'delivered' }],
    });
  });
});

it('are not authentic without a time, or with one that is no time', () => {
  for (const timestamp of [undefined, {}, 'soon']) {
    const request = posted({ ...RECEIPT, timestamp, sig: hash });
    expect(nexmoWebhook.isAuthentic(request, KEY, REPORTED_AT)).toBe(false);
  }
});

it('says nothing of an error where there was none', () => {
  const [event] = nexmoWebhook.read(posted({ ...RECEIPT, status: 'delivered', 'err-code': '0' }));
  expect(event).toEqual(expect.objectContaining({ status: 'delivered', response: undefined }));
});
