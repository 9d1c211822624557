import { aSlackIntegration, aTelegramIntegration } from '../builders/channel.js';
import { startTestApp, type TestApp } from '../test-app.js';

const CONNECT = '/v1/integrations/channel-connections/oauth';
const LINK_USER = '/v1/integrations/channel-endpoints/oauth';
const EITHER = '/v1/integrations/chat/oauth';
const LINK = '/v1/integrations/channel-endpoints/link';

let test: TestApp;
let integrationIdentifier: string;

beforeAll(async () => {
  test = await startTestApp();
  integrationIdentifier = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier;
});

afterAll(() => test.close());

const person = async (): Promise<string> => (await test.api.subscriber()).subscriberId;

describe.each([CONNECT, LINK_USER, EITHER, LINK])('%s', (path) => {
  const ask = async (fields: object) =>
    test.api.post(path, { integrationIdentifier, subscriberId: await person(), ...fields });

  it('answers 404 for an unknown integration or subscriber, and for those of a stranger', async () => {
    expect((await ask({ integrationIdentifier: 'unknown' })).status).toBe(404);
    expect((await ask({ subscriberId: 'unknown' })).status).toBe(404);
    const theirs = { integrationIdentifier, subscriberId: await person() };
    expect((await test.otherApi.post(path, theirs)).status).toBe(404);
  });

  it('answers 400 where nobody can agree', async () => {
    const incomplete = aSlackIntegration({ credentials: { clientId: 'client-1' }, check: false });
    const email = aSlackIntegration({ providerId: 'sendgrid', channel: 'email', check: false });
    for (const integration of [incomplete, email, aTelegramIntegration()]) {
      const { identifier } = (await test.api.post('/v1/integrations', integration)).body.data;
      const { status, body } = await ask({ integrationIdentifier: identifier });
      expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining(identifier) });
    }
  });

  it.each([
    ['integrationIdentifier', { integrationIdentifier: undefined }],
    ['integrationIdentifier', { integrationIdentifier: 'a b' }],
    ['subscriberId', { subscriberId: null }],
    ['context', { context: 'acme' }],
    ['context.tenant', { context: { tenant: 42 } }],
    ['contextHash', { contextHash: 42 }],
  ])('refuses a wrong %s', async (field, fields) => {
    const { status, body } = await ask(fields);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });
});

it.each([
  [CONNECT, 'connectionIdentifier', { connectionIdentifier: '' }],
  [CONNECT, 'connectionMode', { connectionMode: 'mine' }],
  [CONNECT, 'autoLinkUser', { autoLinkUser: 'yes' }],
  [CONNECT, 'scope', { scope: 'chat:write' }],
  [CONNECT, 'scope', { scope: ['chat:write,admin'] }],
  [CONNECT, 'scope', { scope: Array(51).fill('x') }],
  [CONNECT, 'subscriberId', { subscriberId: undefined }],
  [CONNECT, 'context', { connectionMode: 'shared' }],
  [LINK_USER, 'userScope', { userScope: [42] }],
  [LINK_USER, 'subscriberId', { subscriberId: undefined }],
  [LINK, 'subscriberId', { subscriberId: undefined }],
  [EITHER, 'mode', { mode: 'spy' }],
])('%s refuses a wrong %s: %j', async (path, field, fields) => {
  const request = { integrationIdentifier, subscriberId: await person(), ...fields };
  const { status, body } = await test.api.post(path, request);
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
});

it.each([
  [LINK_USER, {}],
  [EITHER, { mode: 'link_user' }],
])('%s answers 404 for an unknown connection through which somebody is to be reached', async (path, fields) => {
  const request = { integrationIdentifier, subscriberId: await person(), connectionIdentifier: 'unknown', ...fields };
  expect((await test.api.post(path, request)).status).toBe(404);
});
