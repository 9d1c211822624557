import { conforms } from '../testing/conformance.js';
import { kannel } from './kannel.js';

const accepted = { status: 202, body: '0: Accepted for delivery' };
const refused = { status: 403, body: 'Authorization failed for sendsms' };

conforms(kannel, {
  malformed: 'sent',
  account: { host: 'sms.example.com', port: '13013', user: 'tester', password: 'hunter2 hunter2', from: 'Acme' },
  content: { channel: 'sms', to: '+4915112345678', body: 'Grüße & Küsse' },
  request: {
    method: 'GET',
    url:
      'http://sms.example.com:13013/cgi-bin/sendsms?username=tester&password=hunter2+hunter2&from=Acme' +
      '&to=%2B4915112345678&text=Gr%C3%BC%C3%9Fe+%26+K%C3%BCsse&charset=UTF-8',
    headers: {},
    body: '',
  },
  accepted,
  refused,
});

describe('in Unicode, over an encrypted connection, without a password', () => {
  conforms(kannel, {
    malformed: 'sent',
    account: { host: 'https://sms.example.com', port: '13443', from: 'Acme' },
    content: { channel: 'sms', to: '4915112345678', body: 'Да' },
    request: {
      method: 'GET',
      url: 'https://sms.example.com:13443/cgi-bin/sendsms?from=Acme&to=4915112345678&text=%D0%94%D0%B0&charset=UTF-8&coding=2',
      headers: {},
      body: '',
    },
    accepted,
    refused,
  });
});
