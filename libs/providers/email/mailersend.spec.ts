import { conforms } from '../testing/conformance.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { mailersend } from './mailersend.js';

conforms(mailersend, {
  account: { apiKey: 'mlsn.c0ffee123456', ...SAMPLE_SENDER },
  content: SAMPLE_EMAIL,
  request: {
    method: 'POST',
    url: 'https://api.mailersend.com/v1/email',
    headers: {
      accept: 'application/json',
      authorization: 'Bearer mlsn.c0ffee123456',
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    },
    body: JSON.stringify({
      from: { email: 'noreply@example.com', name: 'Example "Shop"' },
      to: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
      cc: [{ email: 'carl@example.com' }],
      bcc: [{ email: 'log@example.com' }],
      reply_to: { email: 'help@example.com' },
      subject: 'Grüße',
      text: 'Hello',
      html: '<p>Hello</p>',
      attachments: [{ content: 'aGk=', disposition: 'attachment', filename: 'a.txt' }],
      headers: [{ name: 'X-Order', value: '7' }],
    }),
  },
  accepted: { status: 202, headers: { 'x-message-id': '5e42957d51f1d94a1070a733' }, id: '5e42957d51f1d94a1070a733' },
  refused: { status: 422, body: '{"message":"The given data was invalid.","errors":{"from.email":["Required."]}}' },
  gone: {
    status: 202,
    body: '{"message":"There are some warnings for your request.","warnings":[{"type":"ALL_SUPPRESSED","recipients":[]}]}',
  },
  busy: { status: 421, body: '{"message":"Maintenance."}' },
});
