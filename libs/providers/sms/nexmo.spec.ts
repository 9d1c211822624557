import { conforms } from '../testing/conformance.js';
import { nexmo } from './nexmo.js';

const account = { apiKey: 'abcd1234', secretKey: 'abcdef0123456789', from: 'AcmeInc' };
const request = {
  method: 'POST',
  url: 'https://rest.nexmo.com/sms/json',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};
const accepted = {
  status: 200,
  body: '{"message-count":"1","messages":[{"to":"447700900000","message-id":"0C000000217B7F02","status":"0"}]}',
  id: '0C000000217B7F02',
};
const answering = (...statuses: string[]) => ({
  status: 200,
  body: JSON.stringify({
    'message-count': String(statuses.length),
    messages: statuses.map((status) => ({ status, 'message-id': 'aa', 'error-text': 'words' })),
  }),
});

conforms(nexmo, {
  account,
  content: { channel: 'sms', to: '+447700900000', body: 'Grüße' },
  request: {
    ...request,
    body: 'api_key=abcd1234&api_secret=abcdef0123456789&from=AcmeInc&to=447700900000&text=Gr%C3%BC%C3%9Fe&type=text',
  },
  accepted,
  refused: answering('4'),
  busy: answering('1'),
  malformed: 'transient',
});

describe('a long message in Unicode', () => {
  conforms(nexmo, {
    account,
    content: { channel: 'sms', to: '447700900000', from: '+447700900001', body: 'Привет' },
    request: {
      ...request,
      body:
        'api_key=abcd1234&api_secret=abcdef0123456789&from=447700900001&to=447700900000' +
        '&text=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82&type=unicode',
    },
    accepted: { ...answering('0', '0'), id: 'aa' },
    refused: answering('0', '6'),
    busy: answering('0', '5'),
    malformed: 'transient',
  });
});
