import { conforms, oneSend, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { sendinblue, sendinblueWebhook } from './sendinblue.js';

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
        // Derived from the key of the message, which is the same for every attempt.
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
  const response = { status: 400, body: '{"code":"duplicate_parameter","message":"duplicate idempotencyKey"}' };
  const { result } = await oneSend(sendinblue, { content: SAMPLE_EMAIL, account, response });
  expect(result).toEqual({ ok: true });
});

const SECONDS = REPORTED_AT.getTime() / 1000;
const MESSAGE_ID = '<202602030405.44340027797@smtp-relay.mailin.fr>';
const event = (kind: string, fields: object = {}) => ({ event: kind, id: 7, 'message-id': MESSAGE_ID, ...fields });

reports(sendinblueWebhook, {
  key: 'token',
  // A batch; without batches one event is not a list.
  body: [
    event('soft_bounce', { ts_event: SECONDS, ts: SECONDS + 3600, reason: 'server is down' }),
    event('unique_proxy_open', { ts_epoch: REPORTED_AT.getTime() + 5 }),
  ],
  prove: () => ({ authorization: 'Bearer token' }),
  events: [
    { messageId: MESSAGE_ID, status: 'bounced', at: REPORTED_AT, response: 'server is down' },
    { messageId: MESSAGE_ID, status: 'opened', at: new Date(REPORTED_AT.getTime() + 5) },
  ],
  silent: [event('list_addition'), event('constructor'), {}],
  malformed: ['text', { event: 'delivered' }],
});

it('B4: are authentic with the key as the password in the address, too', () => {
  const withPassword = (password: string) => {
    const authorization = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
    return sendinblueWebhook.isAuthentic({ ...posted({}), headers: { authorization } }, 'token', REPORTED_AT);
  };
  expect(['token', 'another', ''].map(withPassword)).toEqual([true, false, false]);
});

it.each([
  ['request', 'accepted'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['hard_bounce', 'bounced'],
  ['deferred', 'deferred'],
  ['blocked', 'blocked'],
  ['invalid_email', 'rejected'],
  ['error', 'failed'],
  ['spam', 'spam'],
  ['complaint', 'spam'],
  ['opened', 'opened'],
  ['unique_opened', 'opened'],
  ['proxy_open', 'opened'],
  ['click', 'clicked'],
  ['unsubscribed', 'unsubscribed'],
])('"%s" is %s', (kind, status) => {
  expect(sendinblueWebhook.read(posted(event(kind)))).toMatchObject([{ status }]);
});
