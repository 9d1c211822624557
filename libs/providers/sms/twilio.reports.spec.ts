import { createHmac } from 'node:crypto';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { twilioWebhook } from './twilio.js';

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
