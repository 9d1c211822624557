import { conforms } from '../testing/conformance.js';
import { simpletexting } from './simpletexting.js';

conforms(simpletexting, {
  account: { apiKey: 'c0ffee0123456789', from: '8005551234' },
  content: { channel: 'sms', to: '2055550101', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://api-app2.simpletexting.com/v2/api/messages',
    headers: { authorization: 'Bearer c0ffee0123456789', 'content-type': 'application/json' },
    body: '{"contactPhone":"2055550101","accountPhone":"8005551234","mode":"AUTO","text":"Grüße"}',
  },
  accepted: { status: 201, body: '{"id":"64b7f0c2e4b0a1d2c3e4f5a6","credits":1}', id: '64b7f0c2e4b0a1d2c3e4f5a6' },
  refused: { status: 409, body: '{"code":"INVALID_CONTACT","message":"Contact is unsubscribed"}' },
});
