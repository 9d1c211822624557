import { conforms } from '../testing/conformance.js';
import { unifonic } from './unifonic.js';

conforms(unifonic, {
  malformed: 'sent',
  account: { appSid: 'axuN0U7QlmqVPsfdgoK0mZ', senderId: 'UNISMS' },
  content: { channel: 'sms', to: '+966505980169', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://el.cloud.unifonic.com/rest/SMS/messages',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'AppSid=axuN0U7QlmqVPsfdgoK0mZ&SenderID=UNISMS&Recipient=966505980169&Body=Gr%C3%BC%C3%9Fe&responseType=JSON',
  },
  accepted: {
    status: 200,
    body: '{"success":true,"message":"","errorCode":"ER-00","data":{"MessageID":3200017889310,"Status":"Queued"}}',
    id: '3200017889310',
  },
  refused: { status: 200, body: '{"success":"false","message":"Invalid recipient format","errorCode":"ER-410"}' },
});
