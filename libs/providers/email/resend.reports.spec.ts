import { createHmac } from 'node:crypto';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { resendWebhook } from './resend.js';

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
