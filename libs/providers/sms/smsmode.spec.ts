import { conforms } from '../testing/conformance.js';
import { smsmode } from './smsmode.js';

conforms(smsmode, {
  account: { apiKey: 'c0ffee0123456789', from: 'Acme' },
  content: { channel: 'sms', to: '33600000001', body: 'Привет' },
  request: {
    method: 'POST',
    url: 'https://rest.smsmode.com/sms/v1/messages',
    headers: { 'x-api-key': 'c0ffee0123456789', 'content-type': 'application/json' },
    body: '{"recipient":{"to":"33600000001"},"body":{"text":"Привет","encoding":"UNICODE"},"from":"Acme"}',
  },
  accepted: {
    status: 201,
    body: '{"messageId":"950dfc06-cda5-429a-81be-bd9b7fd6e7b9","type":"SMS","status":{"value":"ENROUTE"}}',
    id: '950dfc06-cda5-429a-81be-bd9b7fd6e7b9',
  },
  refused: { status: 400, body: '{"errors":[{"field":"recipient.to","message":"must match"}]}' },
});
