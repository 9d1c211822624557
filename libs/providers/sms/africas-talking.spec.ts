import { conforms } from '../testing/conformance.js';
import { africasTalking } from './africas-talking.js';

const answering = (statusCode: number, status: string) => ({
  status: 201,
  body: JSON.stringify({
    SMSMessageData: {
      Message: 'Sent to 1/1 Total Cost: KES 0.8000',
      Recipients: [{ statusCode, number: '+254711000000', status, cost: 'KES 0.8000', messageId: 'ATPid_1' }],
    },
  }),
});
const accepted = { ...answering(101, 'Success'), id: 'ATPid_1' };
const content = { channel: 'sms' as const, to: '+254711000000', body: 'Grüße & Küsse' };
const headers = {
  apikey: 'atsk_c0ffee123456',
  accept: 'application/json',
  'content-type': 'application/x-www-form-urlencoded',
};

conforms(africasTalking, {
  account: { apiKey: 'atsk_c0ffee123456', user: 'my-app', from: 'ACME' },
  content,
  request: {
    method: 'POST',
    url: 'https://api.africastalking.com/version1/messaging',
    headers,
    body: 'username=my-app&to=%2B254711000000&message=Gr%C3%BC%C3%9Fe+%26+K%C3%BCsse&from=ACME',
  },
  accepted,
  refused: answering(403, 'InvalidPhoneNumber'),
  busy: answering(501, 'GatewayError'),
});

describe('in the place for trials, with a sender that is not the account’s', () => {
  conforms(africasTalking, {
    account: { apiKey: 'atsk_c0ffee123456', user: 'sandbox', from: 'OTHER' },
    content,
    request: {
      method: 'POST',
      url: 'https://api.sandbox.africastalking.com/version1/messaging',
      headers,
      body: 'username=sandbox&to=%2B254711000000&message=Gr%C3%BC%C3%9Fe+%26+K%C3%BCsse&from=OTHER',
    },
    accepted,
    refused: { status: 201, body: '{"SMSMessageData":{"Message":"InvalidSenderId","Recipients":[]}}' },
  });
});
