import { conforms, oneSend, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { infobipEmail } from './infobip-email.js';
import { mailtrap } from './mailtrap.js';
import { mandrill } from './mandrill.js';
import { netcore } from './netcore.js';
import { plunk } from './plunk.js';
import { anypost } from './resend.js';

const account = { apiKey: 'c0ffee-1234567890', ...SAMPLE_SENDER };
const content = SAMPLE_EMAIL;
const json = { 'content-type': 'application/json' };
const bearer = { ...json, authorization: 'Bearer c0ffee-1234567890' };
const SENDER = { email: 'noreply@example.com', name: 'Example "Shop"' };
const MAILBOX = '"Example \\"Shop\\"" <noreply@example.com>';
const TO = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }];

const outcome = (status: string, reject_reason: string | null = null) => ({
  status: 200,
  body: JSON.stringify([
    { email: 'ada@example.com', status, _id: 'abc123', reject_reason },
    { email: 'log@example.com', status, _id: 'abc124', reject_reason },
  ]),
});

conforms(mandrill, {
  account,
  content: { ...content, ipPoolName: 'orders' },
  request: {
    method: 'POST',
    url: 'https://mandrillapp.com/api/1.0/messages/send.json',
    headers: json,
    body: JSON.stringify({
      key: 'c0ffee-1234567890',
      message: {
        from_email: 'noreply@example.com',
        from_name: 'Example "Shop"',
        to: [
          { email: 'ada@example.com', type: 'to' },
          { email: 'bob@example.com', type: 'to' },
          { email: 'carl@example.com', type: 'cc' },
          { email: 'log@example.com', type: 'bcc' },
        ],
        preserve_recipients: true,
        subject: 'Grüße',
        html: '<p>Hello</p>',
        text: 'Hello',
        headers: { 'X-Order': '7', 'Reply-To': 'help@example.com' },
        attachments: [{ type: 'text/plain', name: 'a.txt', content: 'aGk=' }],
        metadata: { order: '7', shop: 'north' },
      },
      async: false,
      ip_pool: 'orders',
    }),
  },
  accepted: { ...outcome('queued'), id: 'abc123' },
  refused: outcome('rejected', 'hard-bounce'),
});

describe('Mandrill, whose errors all have status 500', () => {
  it.each([
    ['Invalid_Key', 'permanent'],
    ['ValidationError', 'permanent'],
    ['PaymentRequired', 'permanent'],
    ['GeneralError', 'transient'],
    ['ServiceUnavailable', 'transient'],
  ])('S1: %s is %s', async (name, kind) => {
    const body = JSON.stringify({ status: 'error', code: -1, name, message: 'Something is wrong' });
    const { result } = await oneSend(mandrill, { content, account, response: { status: 500, body } });
    expect(result).toMatchObject({ ok: false, kind, statusCode: 500, error: expect.stringContaining(name) });
  });
});

conforms(mailtrap, {
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://send.api.mailtrap.io/api/send',
    headers: { ...bearer, accept: 'application/json' },
    body: JSON.stringify({
      from: SENDER,
      to: TO,
      cc: [{ email: 'carl@example.com' }],
      bcc: [{ email: 'log@example.com' }],
      reply_to: { email: 'help@example.com' },
      subject: 'Grüße',
      text: 'Hello',
      html: '<p>Hello</p>',
      attachments: [{ content: 'aGk=', filename: 'a.txt', type: 'text/plain', disposition: 'attachment' }],
      headers: { 'X-Order': '7' },
      custom_variables: { order: '7', shop: 'north' },
    }),
  },
  accepted: {
    status: 200,
    body: '{"success":true,"message_ids":["0c7fd939-02cf-11ed-88c2-0a58a9feac02"]}',
    id: '0c7fd939-02cf-11ed-88c2-0a58a9feac02',
  },
  refused: { status: 401, body: '{"success":false,"errors":["Unauthorized"]}' },
});

conforms(plunk, {
  malformed: 'sent',
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://api.useplunk.com/v1/send',
    headers: bearer,
    body: JSON.stringify({
      to: ['ada@example.com', 'bob@example.com', 'carl@example.com', 'log@example.com'],
      from: SENDER,
      reply: 'help@example.com',
      subject: 'Grüße',
      body: '<p>Hello</p>',
      headers: { 'X-Order': '7' },
      attachments: [{ filename: 'a.txt', content: 'aGk=', contentType: 'text/plain' }],
    }),
  },
  accepted: {
    status: 200,
    body: '{"success":true,"data":{"emails":[{"contact":{"id":"c-1"},"email":"ac32f08e-c6b9"}]}}',
    id: 'ac32f08e-c6b9',
  },
  refused: { status: 422, body: '{"success":false,"error":{"code":"VALIDATION_ERROR","message":"failed"}}' },
  idempotencyHeader: 'idempotency-key',
});

describe('a repetition that Plunk refuses', () => {
  it.each([
    ['S2: has been sent when the first request went well', 200, { ok: true }],
    ['S1: is to wait while the first request is under way', null, { ok: false, kind: 'transient' }],
    ['S1: will always be refused when the first request failed half way', 500, { ok: false, kind: 'permanent' }],
  ])('%s', async (_name, originalStatusCode, expected) => {
    const error = { code: 'IDEMPOTENCY_KEY_REUSED', message: 'used', details: { originalStatusCode } };
    const response = { status: 409, body: JSON.stringify({ success: false, error }) };
    const { result } = await oneSend(plunk, { content, account, response });
    expect(result).toMatchObject(expected);
  });

  it('goes to an installation of one’s own', async () => {
    const own = { ...account, baseUrl: 'https://plunk.example.com/' };
    const { request } = await oneSend(plunk, { content, account: own });
    expect(request?.url).toBe('https://plunk.example.com/v1/send');
  });
});

conforms(anypost, {
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://api.anypost.com/v1/email',
    headers: bearer,
    body: JSON.stringify({
      from: MAILBOX,
      to: ['ada@example.com', 'bob@example.com'],
      cc: ['carl@example.com'],
      bcc: ['log@example.com'],
      reply_to: 'help@example.com',
      subject: 'Grüße',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'X-Order': '7' },
      attachments: [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain' }],
    }),
  },
  accepted: { status: 202, body: '{"id":"email_018f4f3e","created_at":"2026-04-30T12:00:00Z"}', id: 'email_018f4f3e' },
  refused: { status: 403, body: '{"error":{"type":"permission_error","message":"domain_not_verified"}}' },
  busy: { status: 409, body: '{"error":{"type":"idempotency_concurrent","message":"in progress"}}' },
  idempotencyHeader: 'idempotency-key',
});

const BOUNDARY = 'carillon-BOUNDARY';
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

conforms(infobipEmail, {
  malformed: 'sent',
  account: { ...account, baseUrl: 'https://c0ffee.api.infobip.com' },
  content,
  readBody: (body) => body.toString().replaceAll(/carillon-[0-9a-f]{32}/g, BOUNDARY),
  request: {
    method: 'POST',
    url: 'https://c0ffee.api.infobip.com/email/3/send',
    headers: { authorization: 'App c0ffee-1234567890', accept: 'application/json' },
    body:
      field('from', MAILBOX) +
      field('to', 'ada@example.com') +
      field('to', 'bob@example.com') +
      field('cc', 'carl@example.com') +
      field('bcc', 'log@example.com') +
      field('preserveRecipients', 'true') +
      field('replyTo', 'help@example.com') +
      field('subject', 'Grüße') +
      field('text', 'Hello') +
      field('html', '<p>Hello</p>') +
      field('callbackData', '{"order":7,"shop":"north"}') +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="attachment"; filename="a.txt"\r\n` +
      `content-type: text/plain\r\n\r\nhi\r\n--${BOUNDARY}--\r\n`,
  },
  accepted: {
    status: 200,
    body: '{"messages":[{"messageId":"m-1","status":{"groupId":1,"groupName":"PENDING","name":"PENDING_ACCEPTED"}}]}',
    id: 'm-1',
  },
  refused: {
    status: 200,
    body: '{"messages":[{"status":{"groupId":5,"groupName":"REJECTED","name":"REJECTED_NOT_ENOUGH_CREDITS"}}]}',
  },
});

conforms(netcore, {
  malformed: 'sent',
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://emailapi.netcorecloud.net/v5.1/mail/send',
    headers: { ...json, api_key: 'c0ffee-1234567890', accept: 'application/json' },
    body: JSON.stringify({
      from: SENDER,
      reply_to: 'help@example.com',
      subject: 'Grüße',
      content: [{ type: 'html', value: '<p>Hello</p>' }],
      attachments: [{ name: 'a.txt', content: 'aGk=' }],
      personalizations: [
        {
          to: TO,
          cc: [{ email: 'carl@example.com' }],
          bcc: [{ email: 'log@example.com' }],
          headers: { 'X-Order': '7' },
        },
      ],
    }),
  },
  accepted: {
    status: 202,
    body: '{"data":{"message_id":"e8820eeb0ee94807f1ce88652b1dd627"},"message":"OK","status":"success"}',
    id: 'e8820eeb0ee94807f1ce88652b1dd627',
  },
  refused: { status: 200, body: '{"status":"error","message":"Domain is not approved"}' },
});
