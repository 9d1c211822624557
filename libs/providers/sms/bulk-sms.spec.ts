import { conforms } from '../testing/conformance.js';
import { bulkSms } from './bulk-sms.js';

const accepted = {
  status: 201,
  body: '[{"id":"1482-0000000001","type":"SENT","to":"27821234567","status":{"type":"ACCEPTED"}}]',
  id: '1482-0000000001',
};
const refused = {
  status: 400,
  body: '{"type":"https://developer.bulksms.com/json/v1/errors#bad-request","status":400}',
};
const url = 'https://api.bulksms.com/v1/messages?auto-unicode=true';
const encoded = Buffer.from('TOKEN-ID:c0ffee!c0ffee').toString('base64');

conforms(bulkSms, {
  malformed: 'sent',
  account: { apiToken: 'TOKEN-ID:c0ffee!c0ffee' },
  content: { channel: 'sms', to: '+27821234567', body: 'Grüße' },
  request: {
    method: 'POST',
    url,
    headers: { authorization: `Basic ${encoded}`, 'content-type': 'application/json' },
    body: '{"to":"+27821234567","body":"Grüße"}',
  },
  accepted,
  refused,
});

describe('M1: with a sender, and a token that is encoded already', () => {
  conforms(bulkSms, {
    malformed: 'sent',
    account: { apiToken: encoded, from: 'Acme' },
    content: { channel: 'sms', to: '+27821234567', body: 'Grüße' },
    request: {
      method: 'POST',
      url,
      headers: { authorization: `Basic ${encoded}`, 'content-type': 'application/json' },
      body: '{"to":"+27821234567","body":"Grüße","from":"Acme"}',
    },
    accepted,
    refused,
  });
});
