import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { reports } from '../testing/reports.js';
import { postmark, postmarkWebhook } from './postmark.js';

conforms(postmark, {
  account: { apiKey: 'c0ffee12-3456-7890', ...SAMPLE_SENDER },
  content: SAMPLE_EMAIL,
  request: {
    method: 'POST',
    url: 'https://api.postmarkapp.com/email',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-postmark-server-token': 'c0ffee12-3456-7890',
    },
    body: JSON.stringify({
      From: '"Example \\"Shop\\"" <noreply@example.com>',
      To: 'ada@example.com, bob@example.com',
      Cc: 'carl@example.com',
      Bcc: 'log@example.com',
      Subject: 'Grüße',
      HtmlBody: '<p>Hello</p>',
      TextBody: 'Hello',
      ReplyTo: 'help@example.com',
      Metadata: { order: '7', shop: 'north' },
      Headers: [{ Name: 'X-Order', Value: '7' }],
      Attachments: [{ Name: 'a.txt', Content: 'aGk=', ContentType: 'text/plain' }],
    }),
  },
  accepted: {
    status: 200,
    body: '{"To":"ada@example.com","MessageID":"0a129aee-e1cd-480d-b08d-4f48548ff48d","ErrorCode":0,"Message":"OK"}',
    id: '0a129aee-e1cd-480d-b08d-4f48548ff48d',
  },
  refused: { status: 422, body: '{"ErrorCode":300,"Message":"Invalid \'From\' value."}' },
  unknownTarget: {
    status: 422,
    body: '{"ErrorCode":406,"Message":"You tried to send to inactive recipients: ada@example.com."}',
  },
});

const AT = '2026-02-03T04:05:00.000Z';

reports(postmarkWebhook, {
  key: 'password',
  body: { RecordType: 'Bounce', ID: 42, MessageID: 'm1', BouncedAt: AT, Description: 'The server said no' },
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [{ id: 'Bounce-42', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'The server said no' }],
  silent: [
    { RecordType: 'SubscriptionChange', MessageID: 'm1', SuppressSending: false },
    { RecordType: 'Inbound', MessageID: 'm1' },
  ],
  malformed: [{ RecordType: 'Open' }],
});
