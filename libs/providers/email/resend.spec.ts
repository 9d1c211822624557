import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { conforms } from '../testing/conformance.js';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { resend, resendWebhook } from './resend.js';

conforms(resend, {
  account: { apiKey: 're_c0ffee123456', from: 'noreply@example.com', senderName: 'Example "Shop"' },
  content: {
    channel: 'email',
    to: ['ada@example.com', 'bob@example.com'],
    bcc: ['log@example.com'],
    replyTo: 'help@example.com',
    subject: 'Grüße',
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: { 'X-Order': '7' },
    attachments: [{ name: 'a.txt', mime: 'text/plain', size: 2, open: () => Readable.from([Buffer.from('hi')]) }],
  },
  request: {
    method: 'POST',
    url: 'https://api.resend.com/emails',
    headers: {
      authorization: 'Bearer re_c0ffee123456',
      'content-type': 'application/json',
      'idempotency-key': '6925a1f0c0ffee0123456789',
    },
    body: JSON.stringify({
      from: '"Example \\"Shop\\"" <noreply@example.com>',
      to: ['ada@example.com', 'bob@example.com'],
      bcc: ['log@example.com'],
      reply_to: 'help@example.com',
      subject: 'Grüße',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'X-Order': '7' },
      attachments: [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain' }],
    }),
  },
  accepted: {
    status: 200,
    body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}',
    id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
  },
  refused: { status: 422, body: '{"statusCode":422,"name":"validation_error","message":"Invalid `to` field."}' },
  busy: {
    status: 409,
    body: '{"statusCode":409,"name":"concurrent_idempotent_requests","message":"Try again later."}',
  },
  idempotencyHeader: 'idempotency-key',
});

const AT = '2026-02-03T04:05:00.000Z';
const SECONDS = String(REPORTED_AT.getTime() / 1000);
const SECRET = 'resend secret';

reports(resendWebhook, {
  key: `whsec_${Buffer.from(SECRET).toString('base64')}`,
  body: { type: 'email.bounced', created_at: AT, data: { email_id: 'm1', bounce: { message: 'Mailbox full' } } },
  prove: ({ rawBody }) => ({
    'svix-id': 'e1',
    'svix-timestamp': SECONDS,
    'svix-signature': `v1,AAAA v1,${createHmac('sha256', SECRET).update(`e1.${SECONDS}.${rawBody}`).digest('base64')}`,
  }),
  covers: ['body', 'time'],
  events: [{ id: 'e1', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'Mailbox full' }],
  silent: [
    { type: 'contact.created', data: {} },
    { type: 'constructor', data: {} },
  ],
  malformed: [{ type: 'email.sent', data: null }],
});
