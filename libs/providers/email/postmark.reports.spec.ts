import { reports } from '../testing/reports.js';
import { postmarkWebhook } from './postmark.js';

const AT = '2026-02-03T04:05:00.000Z';

reports(postmarkWebhook, {
  key: 'password',
  body: { RecordType: 'Bounce', ID: 42, MessageID: 'm1', BouncedAt: AT, Description: 'The server said no' },
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [{ id: 'Bounce-42', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'The server said no' }],
  silent: [
    { RecordType: 'SubscriptionChange', MessageID: 'm1', SuppressSending: false },
    { RecordType: 'Inbound', MessageID: 'm1' },
  ],
  malformed: [{ RecordType: 'Open' }],
});
