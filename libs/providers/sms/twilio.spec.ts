import { conforms } from '../testing/conformance.js';
import { twilio } from './twilio.js';

const account = {
  accountSid: 'AC0123456789abcdef0123456789abcdef',
  token: 'c0ffee c0ffee/c0ffee',
  from: '+15017122661',
};
const url = 'https://api.twilio.com/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Messages.json';
const headers = {
  authorization: `Basic ${Buffer.from(`${account.accountSid}:${account.token}`).toString('base64')}`,
  'content-type': 'application/x-www-form-urlencoded',
};
const accepted = {
  status: 201,
  body: '{"sid":"SM87105da94bff44b999e4e6eb90d8eb6a","status":"queued","error_code":null}',
  id: 'SM87105da94bff44b999e4e6eb90d8eb6a',
};
const refused = {
  status: 400,
  body: '{"code":21211,"message":"Invalid \'To\' Phone Number","more_info":"https://www.twilio.com/docs/errors/21211","status":400}',
};

conforms(twilio, {
  account,
  content: { channel: 'sms', to: '+15558675310', body: 'Grüße & Küsse' },
  overrides: { _passthrough: { body: { StatusCallback: 'https://example.com/reports' } } },
  request: {
    method: 'POST',
    url,
    headers,
    body:
      'To=%2B15558675310&From=%2B15017122661&Body=Gr%C3%BC%C3%9Fe+%26+K%C3%BCsse' +
      '&StatusCallback=https%3A%2F%2Fexample.com%2Freports',
  },
  accepted,
  refused,
});

describe('M1: with a messaging service as the sender of the message', () => {
  conforms(twilio, {
    account,
    content: { channel: 'sms', to: '+15558675310', from: 'MG9752274e9e519418a7406176694466fa', body: 'Hello' },
    request: {
      method: 'POST',
      url,
      headers,
      body: 'To=%2B15558675310&MessagingServiceSid=MG9752274e9e519418a7406176694466fa&Body=Hello',
    },
    accepted,
    refused,
  });
});
