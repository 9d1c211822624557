import { conforms } from '../testing/conformance.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { sparkpost } from './sparkpost.js';

const header_to = 'ada@example.com, bob@example.com';

conforms(sparkpost, {
  account: { apiKey: 'c0ffee1234567890', region: 'eu', ...SAMPLE_SENDER },
  content: { ...SAMPLE_EMAIL, ipPoolName: 'orders' },
  request: {
    method: 'POST',
    url: 'https://api.eu.sparkpost.com/api/v1/transmissions',
    headers: { authorization: 'c0ffee1234567890', 'content-type': 'application/json' },
    body: JSON.stringify({
      options: { transactional: true, ip_pool: 'orders' },
      recipients: [
        { address: { email: 'ada@example.com', header_to } },
        { address: { email: 'bob@example.com', header_to } },
        { address: { email: 'carl@example.com', header_to } },
        { address: { email: 'log@example.com', header_to } },
      ],
      content: {
        from: { email: 'noreply@example.com', name: 'Example "Shop"' },
        subject: 'Grüße',
        reply_to: 'help@example.com',
        headers: { 'X-Order': '7', CC: 'carl@example.com' },
        text: 'Hello',
        html: '<p>Hello</p>',
        attachments: [{ name: 'a.txt', type: 'text/plain', data: 'aGk=' }],
      },
      metadata: { order: 7, shop: 'north' },
    }),
  },
  accepted: {
    status: 200,
    body: '{"results":{"total_rejected_recipients":0,"total_accepted_recipients":4,"id":"11668787484950529"}}',
    id: '11668787484950529',
  },
  refused: { status: 422, body: '{"errors":[{"message":"required field is missing","code":"1400"}]}' },
  busy: { status: 420, body: '{"errors":[{"message":"Exceed Sending Limit (daily)","code":"2102"}]}' },
});
