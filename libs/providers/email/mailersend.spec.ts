import { createHmac } from 'node:crypto';
import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { mailersend, mailersendWebhook } from './mailersend.js';

conforms(mailersend, {
  malformed: 'sent',
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
  unknownTarget: {
    status: 202,
    body: '{"message":"There are some warnings for your request.","warnings":[{"type":"ALL_SUPPRESSED","recipients":[]}]}',
  },
  busy: { status: 421, body: '{"message":"Maintenance."}' },
});

const AT = '2026-02-03T04:05:00.123456Z';
const TEST_SECRET = 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G';

const signed = (secret: string) => (request: { rawBody: string }) => ({
  signature: createHmac('sha256', secret).update(request.rawBody).digest('hex'),
});
const isAuthentic = (body: object, secret: string) => {
  const request = posted(body);
  return mailersendWebhook.isAuthentic({ ...request, headers: signed(secret)(request) }, 'signing secret', REPORTED_AT);
};

describe('reports of the second version', () => {
  reports(mailersendWebhook, {
    key: 'signing secret',
    body: {
      type: 'activity.soft_bounced',
      created_at: AT,
      data: {
        id: 'e1',
        message_id: 'm1',
        type: 'rejected',
        meta: { bounce_reason: 'Mailbox full', bounce_code: '552' },
      },
    },
    prove: signed('signing secret'),
    covers: ['body'],
    events: [{ id: 'e1', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'Mailbox full' }],
    silent: [
      { type: 'webhook.test', created_at: AT },
      { type: 'activity.survey_opened', data: {} },
      { type: 'inbound.message', data: {} },
      { type: 'constructor', data: {} },
    ],
    malformed: [
      'text',
      { type: 'activity.sent', data: null },
      { type: 'activity.sent', data: { email: 'a@example.com' } },
    ],
  });
});

describe('reports of the first version', () => {
  reports(mailersendWebhook, {
    key: 'signing secret',
    body: {
      type: 'activity.unsubscribed',
      created_at: '2026-02-03T04:05:01Z',
      data: {
        id: 'e1',
        type: 'unsubscribed',
        created_at: AT,
        email: { id: 'one for each recipient', message: { id: 'm1' } },
        morph: { object: 'recipient_unsubscribe', reason: 'option_3', readable_reason: 'Too many emails' },
      },
    },
    prove: signed('signing secret'),
    covers: ['body'],
    events: [{ id: 'e1', messageId: 'm1', status: 'unsubscribed', at: new Date(AT), response: 'Too many emails' }],
  });
});

it.each([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['hard_bounced', 'bounced'],
  ['deferred', 'deferred'],
  ['suppressed', 'dropped'],
  ['opened', 'opened'],
  ['opened_unique', 'opened'],
  ['clicked', 'clicked'],
  ['clicked_unique', 'clicked'],
  ['spam_complaint', 'spam'],
])('"activity.%s" is %s', (kind, status) => {
  const body = { type: `activity.${kind}`, data: { id: 'e1', message_id: 'm1', meta: [] } };
  expect(mailersendWebhook.read(posted(body))).toMatchObject([{ status }]);
});

it('the test of an address is taken with the secret that MailerSend signs tests with, and nothing else is', () => {
  const test = { type: 'webhook.test', message: 'A test' };
  expect(isAuthentic(test, TEST_SECRET)).toBe(true);
  expect(isAuthentic(test, 'signing secret')).toBe(true);
  expect(isAuthentic(test, 'another')).toBe(false);
  expect(isAuthentic({ type: 'activity.sent', data: { message_id: 'm1' } }, TEST_SECRET)).toBe(false);
});
