import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { genericSms } from './generic-sms.js';

const account = {
  baseUrl: 'https://sms.example.com/send',
  apiKeyRequestHeader: 'X-API-KEY',
  apiKey: 'c0ffee123456',
  secretKeyRequestHeader: 'X-Secret',
  secretKey: 'hunter2hunter2',
  idPath: 'message.id',
  datePath: 'message.date',
  from: 'MyApp',
};
const content = { channel: 'sms' as const, to: '+1234567890', body: 'Grüße' };
const body = '{"to":"+1234567890","content":"Grüße","sender":"MyApp"}';
const accepted = {
  status: 200,
  body: '{"message":{"id":"msg_abc123","date":"2026-01-14T10:30:00.000Z"}}',
  id: 'msg_abc123',
};
const refused = { status: 422, body: '{"error":"no such number"}' };

conforms(genericSms, {
  malformed: 'sent',
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://sms.example.com/send',
    headers: { 'x-api-key': 'c0ffee123456', 'x-secret': 'hunter2hunter2', 'content-type': 'application/json' },
    body,
  },
  accepted,
  refused,
});

const byToken = {
  ...account,
  authenticateByToken: true,
  domain: 'https://login.example.com/token',
  authenticationTokenKey: 'AuthToken',
};

describe.each(['{"data":{"AuthToken":"t0ken"}}', '{"AuthToken":"t0ken"}'])('with the token of %s', (tokenResponse) => {
  conforms(genericSms, {
    malformed: 'sent',
    account: byToken,
    content,
    before: ({ method, url, headers }) =>
      method === 'POST' && url === byToken.domain && headers['x-api-key'] === account.apiKey
        ? { status: 200, body: tokenResponse }
        : undefined,
    request: {
      method: 'POST',
      url: 'https://sms.example.com/send',
      headers: { authtoken: 't0ken', 'x-api-key': undefined!, 'content-type': 'application/json' },
      body,
    },
    accepted,
    refused,
  });
});

describe('a service that gives no token', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());

  const sending = (more: object = {}) => {
    service.received.length = 0;
    return genericSms.send({ key: 'k', content, overrides: {} }, { ...byToken, ...more }, worldOf(service));
  };

  it.each([
    ['broken', { status: 503 }, { kind: 'transient', statusCode: 503 }],
    ['closed to this account', { status: 401 }, { kind: 'permanent', statusCode: 401 }],
    ['speaking of something else', { status: 200, body: '{}' }, { kind: 'permanent' }],
  ] as const)('S1: %s', async (_what, response, problem) => {
    service.respond = () => response;
    expect(await sending()).toMatchObject({ ok: false, ...problem });
    expect(service.received).toHaveLength(1);
  });

  it('S2: silent, which leaves no doubt: nothing has been sent', async () => {
    service.respond = () => 'silence';
    const result = await sending();
    expect(result).toMatchObject({ ok: false, kind: 'transient' });
    expect(result).not.toHaveProperty('ambiguous');
  });

  it.each(['domain', 'authenticationTokenKey'])('says that the account lacks its %s', async (key) => {
    expect(await sending({ [key]: undefined })).toMatchObject({ ok: false, kind: 'permanent' });
    expect(service.received).toEqual([]);
  });

  it('says that a header cannot have that name', async () => {
    expect(await sending({ apiKeyRequestHeader: 'X Key:' })).toMatchObject({
      ok: false,
      kind: 'permanent',
      error: 'the credential "apiKeyRequestHeader" is not the name of a header',
    });
  });
});
