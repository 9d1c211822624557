import { conforms } from '../testing/conformance.js';
import { termii } from './termii.js';

const account = { apiKey: 'TLc0ffee123456', from: 'talert' };
const accepted = {
  status: 200,
  body: '{"code":"ok","balance":1047.57,"message_id":"3017544054459083819856413","message":"Successfully Sent"}',
  id: '3017544054459083819856413',
};
const refused = { status: 400, body: '{"message":"ApplicationSenderId not found"}' };

conforms(termii, {
  account,
  content: { channel: 'sms', to: '+2347880234567', body: 'Hi there' },
  request: {
    method: 'POST',
    url: 'https://api.ng.termii.com/api/sms/send',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      to: '2347880234567',
      from: 'talert',
      sms: 'Hi there',
      type: 'plain',
      channel: 'generic',
      api_key: 'TLc0ffee123456',
    }),
  },
  accepted,
  refused,
});

describe('with an address of its own, and another channel', () => {
  conforms(termii, {
    account: { ...account, baseUrl: 'https://v3.api.termii.com/' },
    content: { channel: 'sms', to: '2347880234567', body: 'Привет' },
    overrides: { _passthrough: { body: { channel: 'dnd' } } },
    request: {
      method: 'POST',
      url: 'https://v3.api.termii.com/api/sms/send',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: '2347880234567',
        from: 'talert',
        sms: 'Привет',
        type: 'unicode',
        channel: 'dnd',
        api_key: 'TLc0ffee123456',
      }),
    },
    accepted,
    refused,
  });
});
