import { createHmac } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { twilio, twilioWebhook } from './twilio.js';

const account = {
  accountSid: 'AC0123456789abcdef0123456789abcdef',
  token: 'c0ffee c0ffee/c0ffee',
  from: '+15017122661',
};
const url = 'https://api.twilio.com/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Messages.json';
const headers = {
  authorization: `Basic ${Buffer.from(`${account.accountSid}:${account.token}`).toString('base64')}`,
  'content-type': 'application/x-www-form-urlencoded',
};
const accepted = {
  status: 201,
  body: '{"sid":"SM87105da94bff44b999e4e6eb90d8eb6a","status":"queued","error_code":null}',
  id: 'SM87105da94bff44b999e4e6eb90d8eb6a',
};
const refused = {
  status: 400,
  body: '{"code":21211,"message":"Invalid \'To\' Phone Number","more_info":"https://www.twilio.com/docs/errors/21211","status":400}',
};

conforms(twilio, {
  account,
  content: { channel: 'sms', to: '+15558675310', body: 'Grüße & Küsse' },
  overrides: { _passthrough: { body: { StatusCallback: 'https://example.com/reports' } } },
  request: {
    method: 'POST',
    url,
    headers,
    body:
      'To=%2B15558675310&From=%2B15017122661&Body=Gr%C3%BC%C3%9Fe+%26+K%C3%BCsse' +
      '&StatusCallback=https%3A%2F%2Fexample.com%2Freports',
  },
  accepted,
  refused,
});

describe('M1: with a messaging service as the sender of the message', () => {
  conforms(twilio, {
    account,
    content: { channel: 'sms', to: '+15558675310', from: 'MG9752274e9e519418a7406176694466fa', body: 'Hello' },
    request: {
      method: 'POST',
      url,
      headers,
      body: 'To=%2B15558675310&MessagingServiceSid=MG9752274e9e519418a7406176694466fa&Body=Hello',
    },
    accepted,
    refused,
  });
});

const KEY = 'auth token';
const BODY = { SmsSid: 'SM1', MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003', AccountSid: 'AC1' };
const SIGNED = 'AccountSidAC1ErrorCode30003MessageSidSM1MessageStatusundeliveredSmsSidSM1';

const signatureOf = (url: string) =>
  createHmac('sha1', KEY)
    .update(url + SIGNED)
    .digest('base64');

reports(twilioWebhook, {
  key: KEY,
  body: BODY,
  form: true,
  prove: ({ url }) => ({ 'x-twilio-signature': signatureOf(url) }),
  covers: ['body', 'url'],
  events: [{ messageId: 'SM1', status: 'undelivered', response: 'error 30003' }],
  silent: [
    { MessageSid: 'SM1', SmsStatus: 'received', Body: 'Stop' },
    { MessageSid: 'SM1', MessageStatus: 'toString' },
  ],
  malformed: [{ MessageStatus: 'sent' }],
});

it.each([
  ['https://notify.example.com/hook', 'https://notify.example.com:443/hook'],
  ['http://notify.example.com/hook', 'http://notify.example.com:80/hook'],
  ['https://notify.example.com:8443/hook', 'https://notify.example.com/hook'],
])('are authentic at %s when it was signed as %s', (url, signed) => {
  const request = { ...posted(BODY, true), url, headers: { 'x-twilio-signature': signatureOf(signed) } };
  expect(twilioWebhook.isAuthentic(request, KEY, REPORTED_AT)).toBe(true);
});

it('says in its own words what was wrong', () => {
  const failed = { MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30008', ErrorMessage: 'Unknown error' };
  expect(twilioWebhook.read(posted(failed, true))).toEqual([
    { messageId: 'SM1', status: 'failed', response: 'Unknown error' },
  ]);
});
