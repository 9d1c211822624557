import { createHash, createHmac } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { azureSms } from './azure-sms.js';

const key = Buffer.from('a key of the account').toString('base64');
const url = 'https://shop.communication.azure.com/sms?api-version=2021-03-07';
const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
const body = JSON.stringify({
  from: '+18335550100',
  smsRecipients: [
    {
      to: '+15550100',
      repeatabilityRequestId: '2b0bcfd2-9cb6-559b-9a39-5430a613e91d',
      repeatabilityFirstSent: date,
    },
  ],
  message: 'Grüße',
});
const answering = (httpStatusCode: number, more: object = {}) => ({
  status: 202,
  body: JSON.stringify({ value: [{ to: '+15550100', httpStatusCode, ...more }] }),
});

/** The signed parts according to the documentation: method, path, date, host and hash. */
function authorization(hash: string): string {
  const words = `POST\n/sms?api-version=2021-03-07\n${date};shop.communication.azure.com;${hash}`;
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(words).digest('base64');
  return `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`;
}

const hash = createHash('sha256').update(body).digest('base64');

conforms(azureSms, {
  account: {
    accessKey: `endpoint=https://shop.communication.azure.com/;accesskey=${key}`,
    from: '+18335550100',
  },
  content: { channel: 'sms', to: '+15550100', body: 'Grüße' },
  request: {
    method: 'POST',
    url,
    headers: {
      'x-ms-date': date,
      'x-ms-content-sha256': hash,
      authorization: authorization(hash),
      'content-type': 'application/json',
    },
    body,
  },
  accepted: {
    ...answering(202, { messageId: 'Outgoing_20260301120000_1', successful: true }),
    id: 'Outgoing_20260301120000_1',
  },
  refused: answering(400, { successful: false, errorMessage: 'Invalid To phone number format.' }),
  busy: answering(429, { successful: false, errorMessage: 'Too many requests' }),
});
