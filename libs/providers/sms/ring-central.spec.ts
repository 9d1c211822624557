import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService, type ReceivedRequest } from '../testing/fake-service.js';
import { ringCentral } from './ring-central.js';

const account = {
  clientId: 'cl1ent-1d',
  secretKey: 'hunter2hunter2',
  token: 'eyJhbGciOi.jwt.of-a-user',
  from: '+12055550100',
};
const content = { channel: 'sms' as const, to: '+12055550101', body: 'Grüße' };
const authorization = `Basic ${Buffer.from('cl1ent-1d:hunter2hunter2').toString('base64')}`;
const grant = 'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=eyJhbGciOi.jwt.of-a-user';
const given = { status: 200, body: '{"access_token":"U0pDMTFQ","token_type":"bearer","expires_in":3600}' };
const isTokenRequest = ({ url, headers, body }: ReceivedRequest) =>
  url.endsWith('/restapi/oauth/token') && headers.authorization === authorization && body.toString() === grant;
const accepted = { status: 200, body: '{"id":1234567890,"messageStatus":"Queued","direction":"Outbound"}' };
const over = { status: 401, body: '{"errorCode":"TokenInvalid","message":"Token not found"}' };
const refused = { status: 400, body: '{"errorCode":"InvalidParameter","message":"Parameter [to] value is invalid"}' };

describe.each([
  [account, 'https://platform.ringcentral.com'],
  [{ ...account, secure: true }, 'https://platform.devtest.ringcentral.com'],
])('%p', (own, origin) => {
  conforms(ringCentral, {
    account: own,
    content,
    before: (request) =>
      request.url.startsWith(`${origin}/restapi/oauth/`) && isTokenRequest(request) ? given : undefined,
    request: {
      method: 'POST',
      url: `${origin}/restapi/v1.0/account/~/extension/~/sms`,
      headers: { authorization: 'Bearer U0pDMTFQ', 'content-type': 'application/json' },
      body: '{"from":{"phoneNumber":"+12055550100"},"to":[{"phoneNumber":"+12055550101"}],"text":"Grüße"}',
    },
    accepted: { ...accepted, id: '1234567890' },
    refused,
  });
});

describe('tokens of RingCentral', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());

  const sending = (now?: Date) =>
    ringCentral.send({ key: 'k', content, overrides: {} }, account, worldOf(service, now));
  const tokenRequests = () => service.received.filter(isTokenRequest).length;

  beforeEach(() => {
    ringCentral.forget?.(account);
    service.received.length = 0;
    service.respond = (request) => (isTokenRequest(request) ? given : accepted);
  });

  it('are used until shortly before they end', async () => {
    await Promise.all([sending(), sending()]);
    await sending(new Date('2026-03-01T12:58:59Z'));
    expect(tokenRequests()).toBe(1);
    await sending(new Date('2026-03-01T12:59:00Z'));
    expect(tokenRequests()).toBe(2);
  });

  it('are fetched again when the service does not know them any more', async () => {
    await sending();
    let refusals = 1;
    service.respond = (request) => (isTokenRequest(request) ? given : refusals-- > 0 ? over : accepted);
    expect(await sending()).toMatchObject({ ok: true });
    expect(tokenRequests()).toBe(2);
    service.respond = (request) => (isTokenRequest(request) ? given : over);
    expect(await sending()).toMatchObject({ ok: false, fault: 'account', statusCode: 401 });
    expect(tokenRequests()).toBe(3);
  });

  it.each([
    ['refused', { status: 400, body: '{"error":"invalid_grant"}' }, { fault: 'account', statusCode: 400 }],
    ['missing', { status: 200, body: '{}' }, { kind: 'transient', fault: 'passing' }],
  ] as const)('that are %s keep the message from going', async (_what, response, problem) => {
    service.respond = () => response;
    expect(await sending()).toMatchObject({ ok: false, ...problem });
    expect(service.received).toHaveLength(1);
  });
});
