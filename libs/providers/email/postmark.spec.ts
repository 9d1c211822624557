import { conforms } from '../testing/conformance.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { postmark } from './postmark.js';

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
  gone: {
    status: 422,
    body: '{"ErrorCode":406,"Message":"You tried to send to inactive recipients: ada@example.com."}',
  },
});
