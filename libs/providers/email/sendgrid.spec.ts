import { conforms } from '../testing/conformance.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { sendgrid } from './sendgrid.js';

conforms(sendgrid, {
  account: { apiKey: 'SG.c0ffee123456', ipPoolName: 'orders', region: 'eu', ...SAMPLE_SENDER },
  content: SAMPLE_EMAIL,
  request: {
    method: 'POST',
    url: 'https://api.eu.sendgrid.com/v3/mail/send',
    headers: { authorization: 'Bearer SG.c0ffee123456', 'content-type': 'application/json' },
    body: JSON.stringify({
      personalizations: [
        {
          to: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
          cc: [{ email: 'carl@example.com' }],
          bcc: [{ email: 'log@example.com' }],
        },
      ],
      from: { email: 'noreply@example.com', name: 'Example "Shop"' },
      reply_to: { email: 'help@example.com' },
      subject: 'Grüße',
      content: [
        { type: 'text/plain', value: 'Hello' },
        { type: 'text/html', value: '<p>Hello</p>' },
      ],
      attachments: [{ content: 'aGk=', filename: 'a.txt', type: 'text/plain', disposition: 'attachment' }],
      headers: { 'X-Order': '7' },
      custom_args: { order: '7', shop: 'north' },
      ip_pool_name: 'orders',
    }),
  },
  accepted: { status: 202, headers: { 'x-message-id': '14c5d75ce93.dfd.64b469' }, id: '14c5d75ce93.dfd.64b469' },
  refused: { status: 400, body: '{"errors":[{"message":"Does not contain a valid address.","field":"from.email"}]}' },
});
