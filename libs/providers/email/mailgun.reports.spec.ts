import { createHmac } from 'node:crypto';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { mailgunWebhook } from './mailgun.js';

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
