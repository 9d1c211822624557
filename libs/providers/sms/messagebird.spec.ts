import { conforms } from '../testing/conformance.js';
import { messagebird } from './messagebird.js';

conforms(messagebird, {
  account: { accessKey: 'live_c0ffee123456', from: 'Acme' },
  content: { channel: 'sms', to: '31612345678', body: 'Привет' },
  request: {
    method: 'POST',
    url: 'https://rest.messagebird.com/messages',
    headers: { authorization: 'AccessKey live_c0ffee123456', 'content-type': 'application/json' },
    body: '{"originator":"Acme","recipients":["31612345678"],"body":"Привет","datacoding":"auto"}',
  },
  accepted: {
    status: 201,
    body: '{"id":"e8077d803532c0b5937c639b60216938","originator":"Acme","recipients":{"totalSentCount":1}}',
    id: 'e8077d803532c0b5937c639b60216938',
  },
  refused: {
    status: 422,
    body: '{"errors":[{"code":9,"description":"no (correct) recipients found","parameter":"recipients"}]}',
  },
});
