import { conforms } from '../testing/conformance.js';
import { plivo } from './plivo.js';

conforms(plivo, {
  account: { accountSid: 'MAXXXXXXXXXXXXXXXXXX', token: 'c0ffee_c0ffee_c0ffee', from: '+14151112221' },
  content: { channel: 'sms', to: '+14151112222', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://api.plivo.com/v1/Account/MAXXXXXXXXXXXXXXXXXX/Message/',
    headers: {
      authorization: `Basic ${Buffer.from('MAXXXXXXXXXXXXXXXXXX:c0ffee_c0ffee_c0ffee').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{"src":"+14151112221","dst":"+14151112222","text":"Grüße"}',
  },
  accepted: {
    status: 202,
    body: '{"message":"message(s) queued","message_uuid":["db3ce55a-7f1d-11e1-8ea7-1231380bc196"],"api_id":"db342550"}',
    id: 'db3ce55a-7f1d-11e1-8ea7-1231380bc196',
  },
  refused: { status: 400, body: '{"api_id":"1c8b6f2a","error":"dst is not a valid phone number"}' },
});
