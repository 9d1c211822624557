import { conforms } from '../testing/conformance.js';
import { sinch } from './sinch.js';

const account = { accountSid: '0123456789abcdef0123456789abcdef', apiToken: 'fedcba9876543210', from: '447520651116' };
const content = { channel: 'sms' as const, to: '+447520651117', body: 'Grüße' };
const requestIn = (region: string) => ({
  method: 'POST',
  url: `https://${region}.sms.api.sinch.com/xms/v1/0123456789abcdef0123456789abcdef/batches`,
  headers: { authorization: 'Bearer fedcba9876543210', 'content-type': 'application/json' },
  body: '{"from":"447520651116","to":["+447520651117"],"body":"Grüße"}',
});
const accepted = {
  status: 201,
  body: '{"id":"01FC66621XXXXX119Z8PMV1QPQ","to":["447520651117"],"canceled":false,"type":"mt_text"}',
  id: '01FC66621XXXXX119Z8PMV1QPQ',
};
const refused = { status: 400, body: '{"code":"syntax_invalid_parameter_format","text":"Invalid number"}' };

conforms(sinch, { account, content, request: requestIn('eu'), accepted, refused });

describe('with a region', () => {
  conforms(sinch, { account: { ...account, region: 'us' }, content, request: requestIn('us'), accepted, refused });
});
