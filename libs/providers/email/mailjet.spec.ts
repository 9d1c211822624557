import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { mailjet, mailjetWebhook } from './mailjet.js';

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

const UUID = '5b4de5f5-63d0-44f3-b4bd-a34f222cb8af';
const event = (kind: string, fields: object = {}) => ({
  event: kind,
  time: REPORTED_AT.getTime() / 1000,
  Message_GUID: UUID,
  CustomID: 'key',
  ...fields,
});

reports(mailjetWebhook, {
  key: 'password',
  body: [
    event('bounce', { hard_bounce: true, error: 'user unknown', comment: 'No such user' }),
    event('sent', { smtp_reply: '250 ok' }),
  ],
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [
    { messageId: UUID, status: 'bounced', at: REPORTED_AT, response: 'No such user' },
    { messageId: UUID, status: 'delivered', at: REPORTED_AT, response: '250 ok' },
  ],
  silent: [event('constructor'), { event: 'sent', mj_message_id: '18858825588804172' }, []],
  malformed: ['text', [1]],
});

it.each([
  ['open', 'opened'],
  ['click', 'clicked'],
  ['blocked', 'blocked'],
  ['spam', 'spam'],
  ['unsub', 'unsubscribed'],
])('"%s" is %s, and needs no list', (kind, status) => {
  expect(mailjetWebhook.read(posted(event(kind)))).toMatchObject([{ status }]);
});

it.each([
  [{ error: 'greylisted', hard_bounce: false }, 'deferred'],
  [{ error: 'greylisted', hard_bounce: true }, 'bounced'],
  [{ error: 'quota exceeded', hard_bounce: false }, 'bounced'],
])('a bounce with %j is %s', (fields, status) => {
  expect(mailjetWebhook.read(posted(event('bounce', fields)))).toMatchObject([{ status }]);
});

it('an event is about the same message, however large the number of it', () => {
  const rawBody = JSON.stringify(event('sent')).replace('{', '{"MessageID":1152921511742440156,');
  const body: unknown = JSON.parse(rawBody);
  // The number after JSON parsing.
  expect(body).toMatchObject({ MessageID: 1152921511742440200 });
  expect(mailjetWebhook.read({ ...posted({}), rawBody, body })).toMatchObject([{ messageId: UUID }]);
});
