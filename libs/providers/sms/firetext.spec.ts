import { conforms } from '../testing/conformance.js';
import { firetext } from './firetext.js';

conforms(firetext, {
  account: { apiKey: 'c0ffee0123456789', from: 'Acme' },
  content: { channel: 'sms', to: '+447700900000', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://www.firetext.co.uk/api/sendsms',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'apiKey=c0ffee0123456789&to=447700900000&from=Acme&message=Gr%C3%BC%C3%9Fe',
  },
  accepted: { status: 200, body: '0:1 SMS successfully queued' },
  refused: { status: 200, body: '7:Insufficient credit' },
});
