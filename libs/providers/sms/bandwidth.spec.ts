import { conforms } from '../testing/conformance.js';
import { bandwidth } from './bandwidth.js';

const account = { user: 'api-user', password: 'hunter2hunter2', accountSid: '9900000', from: '+15551112222' };
const content = { channel: 'sms' as const, to: '+15553334444', body: 'Grüße' };
const request = {
  method: 'POST',
  url: 'https://messaging.bandwidth.com/api/v2/users/9900000/messages',
  headers: {
    authorization: `Basic ${Buffer.from('api-user:hunter2hunter2').toString('base64')}`,
    'content-type': 'application/json',
  },
};
const accepted = { status: 202, body: '{"id":"1589228074636lm4k2je7j7jklbn2","owner":"+15551112222"}' };
const refused = {
  status: 400,
  body: '{"type":"request-validation","description":"Your request could not be accepted"}',
};

conforms(bandwidth, {
  account: { ...account, applicationId: '93de2206-9669-4e07-948d-329f4b722ee2' },
  content,
  request: {
    ...request,
    body: JSON.stringify({
      applicationId: '93de2206-9669-4e07-948d-329f4b722ee2',
      to: ['+15553334444'],
      from: '+15551112222',
      text: 'Grüße',
    }),
  },
  accepted: { ...accepted, id: '1589228074636lm4k2je7j7jklbn2' },
  refused,
});

describe('E2: with an application that the trigger names', () => {
  conforms(bandwidth, {
    account,
    content,
    overrides: { _passthrough: { body: { applicationId: 'app-of-the-trigger' } } },
    request: {
      ...request,
      body: '{"to":["+15553334444"],"from":"+15551112222","text":"Grüße","applicationId":"app-of-the-trigger"}',
    },
    accepted: { ...accepted, id: '1589228074636lm4k2je7j7jklbn2' },
    refused,
  });
});
