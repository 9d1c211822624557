import { createHmac } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { sinch, sinchWebhook } from './sinch.js';

const account = { accountSid: '0123456789abcdef0123456789abcdef', apiToken: 'fedcba9876543210', from: '447520651116' };
const content = { channel: 'sms' as const, to: '+447520651117', body: 'Grüße' };
const requestIn = (region: string) => ({
  method: 'POST',
  url: `https://${region}.sms.api.sinch.com/xms/v1/0123456789abcdef0123456789abcdef/batches`,
  headers: { authorization: 'Bearer fedcba9876543210', 'content-type': 'application/json' },
  body: '{"from":"447520651116","to":["+447520651117"],"body":"Grüße"}',
});
const accepted = {
  status: 201,
  body: '{"id":"01FC66621XXXXX119Z8PMV1QPQ","to":["447520651117"],"canceled":false,"type":"mt_text"}',
  id: '01FC66621XXXXX119Z8PMV1QPQ',
};
const refused = { status: 400, body: '{"code":"syntax_invalid_parameter_format","text":"Invalid number"}' };

conforms(sinch, { account, content, request: requestIn('eu'), accepted, refused });

describe('with a region', () => {
  conforms(sinch, { account: { ...account, region: 'us' }, content, request: requestIn('us'), accepted, refused });
});

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
