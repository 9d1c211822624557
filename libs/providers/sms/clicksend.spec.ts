import { conforms } from '../testing/conformance.js';
import { clicksend } from './clicksend.js';

const answering = (status: string) => ({
  status: 200,
  body: JSON.stringify({
    http_code: 200,
    response_code: 'SUCCESS',
    data: { queued_count: 1, messages: [{ to: '+61411111111', message_id: 'BF7AD270-0DE2-418B', status }] },
  }),
});

conforms(clicksend, {
  account: { user: 'nobody@example.com', apiKey: 'C0FFEE-C0FFEE-C0FFEE', from: 'Acme' },
  content: { channel: 'sms', to: '+61411111111', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://rest.clicksend.com/v3/sms/send',
    headers: {
      authorization: `Basic ${Buffer.from('nobody@example.com:C0FFEE-C0FFEE-C0FFEE').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{"messages":[{"from":"Acme","to":"+61411111111","body":"Grüße"}]}',
  },
  accepted: { ...answering('SUCCESS'), id: 'BF7AD270-0DE2-418B' },
  refused: answering('INVALID_RECIPIENT'),
  busy: answering('THROTTLED'),
});
