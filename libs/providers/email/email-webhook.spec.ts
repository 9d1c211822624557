import { createHmac } from 'node:crypto';
import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { emailWebhook } from './email-webhook.js';

const body = JSON.stringify({
  id: '6925a1f0c0ffee0123456789',
  from: { email: 'noreply@example.com', name: 'Example "Shop"' },
  to: ['ada@example.com', 'bob@example.com'],
  cc: ['carl@example.com'],
  bcc: ['log@example.com'],
  replyTo: 'help@example.com',
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: { 'X-Order': '7' },
  attachments: [{ name: 'a.txt', mime: 'text/plain', content: 'aGk=' }],
  customData: { order: 7, shop: 'north' },
  priority: 'high',
});

conforms(emailWebhook, {
  malformed: 'sent',
  account: {
    webhookUrl: 'https://mail.example.com/send?from=carillon',
    secretKey: Buffer.from('c0ffee 1234567890').toString('base64'),
    hmacSecretKeyEncoding: 'base64',
    ...SAMPLE_SENDER,
  },
  content: SAMPLE_EMAIL,
  // The additions are signed, too.
  overrides: { _passthrough: { body: { priority: 'high' }, headers: { 'x-carillon-signature': 'forged' } } },
  request: {
    method: 'POST',
    url: 'https://mail.example.com/send?from=carillon',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': '6925a1f0c0ffee0123456789',
      'x-carillon-signature': createHmac('sha256', 'c0ffee 1234567890').update(body).digest('hex'),
    },
    body,
  },
  accepted: { status: 202, body: '{"id":"m-1"}', id: 'm-1' },
  refused: { status: 422, body: 'no such template' },
  idempotencyHeader: 'idempotency-key',
});
