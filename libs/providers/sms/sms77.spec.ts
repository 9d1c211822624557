import { conforms } from '../testing/conformance.js';
import { sms77 } from './sms77.js';

const sample = {
  account: { apiKey: 'c0ffee0123456789', from: 'Acme' },
  content: { channel: 'sms' as const, to: '+49176123456789', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://gateway.seven.io/api/sms',
    headers: { 'x-api-key': 'c0ffee0123456789', accept: 'application/json', 'content-type': 'application/json' },
    body: '{"to":"+49176123456789","text":"Grüße","from":"Acme"}',
  },
  accepted: {
    status: 200,
    body: '{"success":"100","total_price":0.075,"messages":[{"id":"77233046828","success":true,"error":null}]}',
    id: '77233046828',
  },
};

conforms(sms77, { ...sample, refused: { status: 200, body: '900' }, busy: { status: 200, body: '"600"' } });

describe('with codes in an object', () => {
  conforms(sms77, {
    ...sample,
    refused: { status: 200, body: '{"success":"202","messages":[{"id":null,"error_text":"invalid recipient"}]}' },
    busy: { status: 200, body: '{"success":"700","messages":[]}' },
  });
});
