import { conforms } from '../testing/conformance.js';
import { fortySixElks } from './forty-six-elks.js';

conforms(fortySixElks, {
  account: { user: 'u0123456789abcdef', password: 'C0FFEE0123456789', from: 'Acme' },
  content: { channel: 'sms', to: '+46700000000', body: 'Grüße & Küsse' },
  request: {
    method: 'POST',
    url: 'https://api.46elks.com/a1/sms',
    headers: {
      authorization: `Basic ${Buffer.from('u0123456789abcdef:C0FFEE0123456789').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'from=Acme&to=%2B46700000000&message=Gr%C3%BC%C3%9Fe+%26+K%C3%BCsse',
  },
  accepted: {
    status: 200,
    body: '{"status":"created","direction":"outgoing","id":"s70df59406a1b4643b96f3f91e0bfb7b0","parts":1}',
    id: 's70df59406a1b4643b96f3f91e0bfb7b0',
  },
  refused: { status: 403, body: 'Missing key from' },
});
