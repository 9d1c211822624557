import { createHash, createHmac } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { nexmo, nexmoWebhook } from './nexmo.js';

const account = { apiKey: 'abcd1234', secretKey: 'abcdef0123456789', from: 'AcmeInc' };
const request = {
  method: 'POST',
  url: 'https://rest.nexmo.com/sms/json',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};
const accepted = {
  status: 200,
  body: '{"message-count":"1","messages":[{"to":"447700900000","message-id":"0C000000217B7F02","status":"0"}]}',
  id: '0C000000217B7F02',
};
const answering = (...statuses: string[]) => ({
  status: 200,
  body: JSON.stringify({
    'message-count': String(statuses.length),
    messages: statuses.map((status) => ({ status, 'message-id': 'aa', 'error-text': 'words' })),
  }),
});

conforms(nexmo, {
  account,
  content: { channel: 'sms', to: '+447700900000', body: 'Grüße' },
  request: {
    ...request,
    body: 'api_key=abcd1234&api_secret=abcdef0123456789&from=AcmeInc&to=447700900000&text=Gr%C3%BC%C3%9Fe&type=text',
  },
  accepted,
  refused: answering('4'),
  busy: answering('1'),
});

describe('a long message in Unicode', () => {
  conforms(nexmo, {
    account,
    content: { channel: 'sms', to: '447700900000', from: '+447700900001', body: 'Привет' },
    request: {
      ...request,
      body:
        'api_key=abcd1234&api_secret=abcdef0123456789&from=447700900001&to=447700900000' +
        '&text=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82&type=unicode',
    },
    accepted: { ...answering('0', '0'), id: 'aa' },
    refused: answering('0', '6'),
    busy: answering('0', '5'),
  });
});

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

/** As Vonage documents it: sorted and joined, with separators in values replaced. */
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

it('are not authentic without a time, or with one that is not a time', () => {
  for (const timestamp of [undefined, {}, 'soon']) {
    const request = posted({ ...RECEIPT, timestamp, sig: hash });
    expect(nexmoWebhook.isAuthentic(request, KEY, REPORTED_AT)).toBe(false);
  }
});

it('says nothing of an error where there was none', () => {
  const [event] = nexmoWebhook.read(posted({ ...RECEIPT, status: 'delivered', 'err-code': '0' }));
  expect(event).toEqual(expect.objectContaining({ status: 'delivered', response: undefined }));
});
