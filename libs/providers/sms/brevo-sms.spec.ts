import { conforms } from '../testing/conformance.js';
import { brevoSms } from './brevo-sms.js';

conforms(brevoSms, {
  account: { apiKey: 'xkeysib-c0ffee123456', from: 'MyShop' },
  content: { channel: 'sms', to: '+33680065433', body: 'Привет' },
  request: {
    method: 'POST',
    url: 'https://api.brevo.com/v3/transactionalSMS/send',
    headers: { 'api-key': 'xkeysib-c0ffee123456', 'content-type': 'application/json' },
    body: JSON.stringify({
      sender: 'MyShop',
      recipient: '+33680065433',
      content: 'Привет',
      type: 'transactional',
      unicodeEnabled: true,
    }),
  },
  accepted: { status: 201, body: '{"messageId":1511882900176220}', id: '1511882900176220' },
  refused: { status: 402, body: '{"code":"not_enough_credits","message":"Not enough credits to send this SMS"}' },
});
