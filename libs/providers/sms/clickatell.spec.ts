import { conforms } from '../testing/conformance.js';
import { clickatell } from './clickatell.js';

const headers = { authorization: 'c0ffeeC0FFEE==', 'content-type': 'application/json' };
const accepted = {
  status: 202,
  body: '{"messages":[{"apiMessageId":"77fb29998253415fa5d66971d519d362","accepted":true,"to":"2799900001","error":null}],"error":null}',
  id: '77fb29998253415fa5d66971d519d362',
};
const refused = {
  status: 207,
  body: '{"messages":[{"apiMessageId":null,"accepted":false,"to":"1","error":{"code":"113","description":"Invalid"}}]}',
};

conforms(clickatell, {
  account: { apiKey: 'c0ffeeC0FFEE==' },
  content: { channel: 'sms', to: '+2799900001', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://platform.clickatell.com/v1/message',
    headers,
    body: '{"messages":[{"channel":"sms","to":"2799900001","content":"Grüße"}]}',
  },
  accepted,
  refused,
});

describe('M1: with a sender', () => {
  conforms(clickatell, {
    account: { apiKey: 'c0ffeeC0FFEE==', from: '+12027530410' },
    content: { channel: 'sms', to: '2799900001', body: 'Grüße' },
    request: {
      method: 'POST',
      url: 'https://platform.clickatell.com/v1/message',
      headers,
      body: '{"messages":[{"channel":"sms","to":"2799900001","content":"Grüße","from":"12027530410"}]}',
    },
    accepted,
    refused,
  });
});
