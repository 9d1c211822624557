import { createHmac } from 'node:crypto';
import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { mailgun, mailgunWebhook } from './mailgun.js';

const BOUNDARY = 'carillon-e78fa3822eb28e20ec2dc49ebd06724f';
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

conforms(mailgun, {
  account: {
    apiKey: 'key-c0ffee123456',
    user: 'api',
    domain: 'mg.example.com',
    baseUrl: 'https://api.eu.mailgun.net/',
    ...SAMPLE_SENDER,
  },
  content: { ...SAMPLE_EMAIL, ipPoolName: 'orders' },
  request: {
    method: 'POST',
    url: 'https://api.eu.mailgun.net/v3/mg.example.com/messages',
    headers: {
      authorization: `Basic ${Buffer.from('api:key-c0ffee123456').toString('base64')}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body:
      field('from', '"Example \\"Shop\\"" <noreply@example.com>') +
      field('to', 'ada@example.com') +
      field('to', 'bob@example.com') +
      field('cc', 'carl@example.com') +
      field('bcc', 'log@example.com') +
      field('subject', 'Grüße') +
      field('text', 'Hello') +
      field('html', '<p>Hello</p>') +
      field('h:Reply-To', 'help@example.com') +
      field('h:X-Order', '7') +
      field('v:order', '7') +
      field('v:shop', 'north') +
      field('o:sending-ip-pool', 'orders') +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="attachment"; filename="a.txt"\r\n` +
      `content-type: text/plain\r\n\r\nhi\r\n--${BOUNDARY}--\r\n`,
  },
  accepted: {
    status: 200,
    body: '{"id":"<20260301120000.1.C0FFEE@mg.example.com>","message":"Queued. Thank you."}',
    id: '<20260301120000.1.C0FFEE@mg.example.com>',
  },
  refused: { status: 400, body: '{"message":"from parameter is not a valid address. please check documentation"}' },
});

const KEY = 'mailgun-signing-key';
const SECONDS = String(REPORTED_AT.getTime() / 1000);
const TOKEN = 'a'.repeat(50);

const posting = (data: object) => ({
  signature: {
    timestamp: SECONDS,
    token: TOKEN,
    signature: createHmac('sha256', KEY)
      .update(SECONDS + TOKEN)
      .digest('hex'),
  },
  'event-data': { message: { headers: { 'message-id': '1@example.com' } }, ...data },
});

reports(mailgunWebhook, {
  key: KEY,
  body: posting({
    event: 'failed',
    severity: 'permanent',
    id: 'e1',
    timestamp: REPORTED_AT.getTime() / 1000,
    'delivery-status': { message: 'No such mailbox', 'attempt-no': 2 },
  }),
  events: [
    {
      id: 'e1',
      messageId: '1@example.com',
      alsoKnownAs: ['<1@example.com>'],
      status: 'bounced',
      at: REPORTED_AT,
      response: 'No such mailbox',
      attempts: 2,
    },
  ],
  silent: [posting({ event: 'stored' })],
  malformed: [posting({ event: 'delivered', message: {} })],
});
