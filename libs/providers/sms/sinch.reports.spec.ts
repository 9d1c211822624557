import { createHmac } from 'node:crypto';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { sinchWebhook } from './sinch.js';

const KEY = 'secret';
const SECONDS = String(REPORTED_AT.getTime() / 1000);
const AT = '2026-02-03T04:05:00.148Z';

const RECIPIENT_REPORT = {
  type: 'recipient_delivery_report_sms',
  batch_id: 'b1',
  recipient: '491700000000',
  code: 406,
  status: 'Expired',
  at: AT,
};

describe('signed reports', () => {
  reports(sinchWebhook, {
    key: KEY,
    body: RECIPIENT_REPORT,
    prove: ({ rawBody }) => ({
      'x-sinch-webhook-signature': createHmac('sha256', KEY).update(`${rawBody}.n1.${SECONDS}`).digest('base64'),
      'x-sinch-webhook-signature-nonce': 'n1',
      'x-sinch-webhook-signature-timestamp': SECONDS,
      'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
    }),
    covers: ['body', 'time'],
    events: [{ messageId: 'b1', status: 'undelivered', at: new Date(AT), response: 'code 406' }],
    silent: [
      { ...RECIPIENT_REPORT, status: 'Unknown' },
      { type: 'mo_text', id: 'x', body: 'Stop' },
    ],
    malformed: [
      { ...RECIPIENT_REPORT, batch_id: '' },
      { type: 'delivery_report_sms', batch_id: 'b1' },
    ],
  });
});

describe('reports with a password', () => {
  reports(sinchWebhook, {
    key: KEY,
    body: {
      type: 'delivery_report_sms',
      batch_id: 'b1',
      statuses: [{ code: 0, count: 1, recipients: ['491700000000'], status: 'Delivered' }],
      total_message_count: 1,
    },
    prove: () => ({ authorization: `Basic ${Buffer.from(`any:${KEY}`).toString('base64')}` }),
    events: [{ messageId: 'b1', status: 'delivered' }],
  });
});
