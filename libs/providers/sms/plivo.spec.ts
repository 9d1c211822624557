import { createHmac } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { plivo, plivoWebhook } from './plivo.js';

conforms(plivo, {
  account: { accountSid: 'MAXXXXXXXXXXXXXXXXXX', token: 'c0ffee_c0ffee_c0ffee', from: '+14151112221' },
  content: { channel: 'sms', to: '+14151112222', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://api.plivo.com/v1/Account/MAXXXXXXXXXXXXXXXXXX/Message/',
    headers: {
      authorization: `Basic ${Buffer.from('MAXXXXXXXXXXXXXXXXXX:c0ffee_c0ffee_c0ffee').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{"src":"+14151112221","dst":"+14151112222","text":"Grüße"}',
  },
  accepted: {
    status: 202,
    body: '{"message":"message(s) queued","message_uuid":["db3ce55a-7f1d-11e1-8ea7-1231380bc196"],"api_id":"db342550"}',
    id: 'db3ce55a-7f1d-11e1-8ea7-1231380bc196',
  },
  refused: { status: 400, body: '{"api_id":"1c8b6f2a","error":"dst is not a valid phone number"}' },
});

const KEY = 'auth token';
const BODY = { Status: 'undelivered', MessageUUID: 'u2', ParentMessageUUID: 'u1', ErrorCode: '30' };
const FIELDS = 'ErrorCode30MessageUUIDu2ParentMessageUUIDu1Statusundelivered';
const EVENT = { messageId: 'u2', alsoKnownAs: ['u1'], status: 'undelivered', response: 'error 30' } as const;

const sign = (text: string) => createHmac('sha256', KEY).update(text).digest('base64');

describe('reports signed in version 3', () => {
  reports(plivoWebhook, {
    key: KEY,
    body: BODY,
    form: true,
    prove: ({ url }) => ({
      'x-plivo-signature-v3-nonce': 'n1',
      'x-plivo-signature-v3': `AAAA, ${sign(`${url}?${FIELDS}.n1`)}`,
    }),
    covers: ['body', 'url'],
    events: [EVENT],
    silent: [{ Status: 'received', MessageUUID: 'u2' }],
    malformed: [{ Status: 'sent' }],
  });

  it('may have a query in their address', () => {
    const url = 'https://notify.example.com/hook';
    const headers = {
      'x-plivo-signature-v3-nonce': 'n1',
      'x-plivo-signature-v3': sign(`${url}?a=1&b=2.${FIELDS}.n1`),
    };
    const request = { ...posted(BODY, true), url: `${url}?b=2&a=1`, headers };
    expect(plivoWebhook.isAuthentic(request, KEY, REPORTED_AT)).toBe(true);
  });
});

describe('reports signed in version 2', () => {
  reports(plivoWebhook, {
    key: KEY,
    body: BODY,
    form: true,
    prove: ({ url }) => ({
      'x-plivo-signature-v2-nonce': '05429567804466091622',
      'x-plivo-signature-ma-v2': sign(`${url}05429567804466091622`),
    }),
    covers: ['url'],
    events: [EVENT],
  });

  it('are not authentic with what was signed in version 3', () => {
    const { url } = posted(BODY, true);
    const nonce = `?${FIELDS}.1`;
    const headers = { 'x-plivo-signature-v2-nonce': nonce, 'x-plivo-signature-v2': sign(url + nonce) };
    const request = { ...posted({ ...BODY, Status: 'delivered' }, true), headers };
    expect(plivoWebhook.isAuthentic(request, KEY, REPORTED_AT)).toBe(false);
  });
});

it('says nothing of an error where there was none', () => {
  expect(plivoWebhook.read(posted({ Status: 'delivered', MessageUUID: 'u1', ErrorCode: '000' }, true))).toEqual([
    { messageId: 'u1', status: 'delivered' },
  ]);
});
