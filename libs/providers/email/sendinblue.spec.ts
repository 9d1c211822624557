import { conforms } from '../testing/conformance.js';
import { oneSend } from '../testing/one-send.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { sendinblue } from './sendinblue.js';

const account = { apiKey: 'xkeysib-c0ffee123456', ...SAMPLE_SENDER };

conforms(sendinblue, {
  account,
  content: SAMPLE_EMAIL,
  request: {
    method: 'POST',
    url: 'https://api.brevo.com/v3/smtp/email',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'api-key': 'xkeysib-c0ffee123456' },
    body: JSON.stringify({
      sender: { email: 'noreply@example.com', name: 'Example "Shop"' },
      to: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
      cc: [{ email: 'carl@example.com' }],
      bcc: [{ email: 'log@example.com' }],
      replyTo: { email: 'help@example.com' },
      subject: 'Grüße',
      htmlContent: '<p>Hello</p>',
      textContent: 'Hello',
      attachment: [{ content: 'aGk=', name: 'a.txt' }],
      headers: {
        'X-Order': '7',
        'X-Mailin-custom': '{"order":7,"shop":"north"}',
        // Made of the key of the message, which is the same for every attempt.
        idempotencyKey: '2b0bcfd2-9cb6-559b-9a39-5430a613e91d',
      },
    }),
  },
  accepted: {
    status: 201,
    body: '{"messageId":"<201798300811.5787683@relay.domain.com>"}',
    id: '<201798300811.5787683@relay.domain.com>',
  },
  refused: { status: 400, body: '{"code":"invalid_parameter","message":"sender is missing"}' },
});

it('S2: a repetition that Brevo recognizes has been sent', async () => {
  const answer = { status: 400, body: '{"code":"duplicate_parameter","message":"duplicate idempotencyKey"}' };
  const { result } = await oneSend(sendinblue, { content: SAMPLE_EMAIL, account, answer });
  expect(result).toEqual({ ok: true });
});
