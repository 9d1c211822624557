import { conforms } from '../testing/conformance.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { mailjet } from './mailjet.js';

const refusal = (status: number) =>
  JSON.stringify({
    Messages: [
      {
        Status: 'error',
        Errors: [
          {
            ErrorIdentifier: 'f987008f-251a-4dff-8ffc-40f1583ad7bc',
            ErrorCode: 'mj-0013',
            StatusCode: status,
            ErrorMessage: '"ada" is an invalid email address.',
            ErrorRelatedTo: ['To[0].Email'],
          },
        ],
      },
    ],
  });

conforms(mailjet, {
  account: { apiKey: 'c0ffee123456', secretKey: '7890c0ffee', ...SAMPLE_SENDER },
  content: SAMPLE_EMAIL,
  request: {
    method: 'POST',
    url: 'https://api.mailjet.com/v3.1/send',
    headers: {
      authorization: `Basic ${Buffer.from('c0ffee123456:7890c0ffee').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      Messages: [
        {
          From: { Email: 'noreply@example.com', Name: 'Example "Shop"' },
          To: [{ Email: 'ada@example.com' }, { Email: 'bob@example.com' }],
          Cc: [{ Email: 'carl@example.com' }],
          Bcc: [{ Email: 'log@example.com' }],
          ReplyTo: { Email: 'help@example.com' },
          Subject: 'Grüße',
          TextPart: 'Hello',
          HTMLPart: '<p>Hello</p>',
          Attachments: [{ ContentType: 'text/plain', Filename: 'a.txt', Base64Content: 'aGk=' }],
          Headers: { 'X-Order': '7' },
          CustomID: '6925a1f0c0ffee0123456789',
          EventPayload: '{"order":7,"shop":"north"}',
        },
      ],
    }),
  },
  accepted: {
    status: 200,
    body:
      '{"Messages":[{"Status":"success","To":[{"Email":"ada@example.com",' +
      '"MessageUUID":"cb927469-36fd-4c02-bce4-0d199929a207","MessageID":1152921511742440156}]}]}',
    id: 'cb927469-36fd-4c02-bce4-0d199929a207',
  },
  refused: { status: 400, body: refusal(400) },
  busy: { status: 200, body: refusal(500) },
});
