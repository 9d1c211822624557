import { conforms } from '../testing/conformance.js';
import { gupshup } from './gupshup.js';

const account = { user: '2000000000', password: 'hunter2hunter2' };
const request = {
  method: 'POST',
  url: 'https://enterprise.smsgupshup.com/GatewayAPI/rest',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};
const login = 'method=SendMessage&v=1.1&auth_scheme=plain&userid=2000000000&password=hunter2hunter2&format=text';
const accepted = {
  status: 200,
  body: 'success | 919812345678 | 728014710863298817-1234567890',
  id: '728014710863298817-1234567890',
};
const refused = { status: 200, body: 'error | 105 | The phone number is not a valid phone number.' };

conforms(gupshup, {
  account,
  content: { channel: 'sms', to: '+919812345678', body: 'Hello' },
  request: { ...request, body: `${login}&msg_type=TEXT&send_to=919812345678&msg=Hello` },
  accepted,
  refused,
});

describe('M1: in Unicode, with a sender', () => {
  conforms(gupshup, {
    account: { ...account, from: 'ACME' },
    content: { channel: 'sms', to: '919812345678', body: 'Да' },
    request: { ...request, body: `${login}&msg_type=Unicode_text&mask=ACME&send_to=919812345678&msg=%D0%94%D0%B0` },
    accepted,
    refused,
  });
});
