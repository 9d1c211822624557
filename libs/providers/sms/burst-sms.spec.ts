import { conforms } from '../testing/conformance.js';
import { burstSms } from './burst-sms.js';

conforms(burstSms, {
  account: { apiKey: 'c0ffee0123456789', secretKey: 'hunter2hunter2' },
  content: { channel: 'sms', to: '61400000000', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://api.transmitsms.com/send-sms.json',
    headers: {
      authorization: `Basic ${Buffer.from('c0ffee0123456789:hunter2hunter2').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'message=Gr%C3%BC%C3%9Fe&to=61400000000',
  },
  accepted: {
    status: 200,
    body: '{"message_id":1234567,"recipients":1,"error":{"code":"SUCCESS","description":"OK"}}',
    id: '1234567',
  },
  refused: {
    status: 400,
    body: '{"error":{"code":"FIELD_INVALID","description":"Value in field \'to\' is not valid"}}',
  },
});
