import { ChatLinksService } from '../../src/channels/linking/chat-links.service.js';
import type { Integration } from '../../src/integrations/integration.schema.js';
import { aConnection, aSlackIntegration } from '../builders/channel.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import { FakeProvider } from './fake-provider.js';
import { startTestApp, type TestApp } from '../test-app.js';

const CONNECT = '/v1/integrations/channel-connections/oauth';
const LINK_USER = '/v1/integrations/channel-endpoints/oauth';
const EITHER = '/v1/integrations/chat/oauth';
const LINK = '/v1/integrations/channel-endpoints/link';
const CALLBACK = '/v1/integrations/chat/oauth/callback';

/** What Slack answers to the code of somebody who has let the bot into a workspace. */
const INSTALLED = {
  ok: true,
  access_token: 'xoxb-very-secret',
  refresh_token: 'xoxe-very-secret',
  expires_in: 43_200,
  token_type: 'bot',
  bot_user_id: 'UBOT',
  team: { id: 'T1', name: 'Acme' },
  authed_user: { id: 'UADA' },
};
/** The same of somebody who has only said who they are. */
const SIGNED_IN = { ok: true, team: { id: 'T1' }, authed_user: { id: 'UADA', access_token: 'xoxp-very-secret' } };

let test: TestApp;
let slack: FakeProvider;
let integrationIdentifier: string;
const clock = new MovableClock();

beforeAll(async () => {
  slack = await FakeProvider.start();
  const settings = {
    PUBLIC_URL: 'https://notify.example.com',
    SLACK_URL: slack.url,
    HTTP_PRIVATE_TARGETS: '127.0.0.1',
  };
  test = await startTestApp({ settings, clock });
  integrationIdentifier = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier;
});

afterAll(async () => {
  await test.close();
  await slack.close();
});

beforeEach(() => {
  slack.received = [];
  slack.responses = { '/api/oauth.v2.access': INSTALLED };
});

const person = async (): Promise<string> => (await test.api.subscriber()).subscriberId;

async function urlOf(path: string, fields: object): Promise<URL> {
  const { status, body } = await test.api.post(path, { integrationIdentifier, ...fields });
  expect({ status, body }).toEqual({ status: 201, body: { data: { url: expect.any(String) } } });
  return new URL(body.data.url);
}

const stateOf = (url: URL): string => url.searchParams.get('state')!;

/** Somebody comes back, as browsers do: the page is no JSON. */
async function comeBack(query: Record<string, string>) {
  const { statusCode, headers, body } = await test.app.inject({
    url: `${CALLBACK}?${new URLSearchParams(query).toString()}`,
  });
  return { status: statusCode, headers, body };
}
const agree = async (url: URL) => comeBack({ state: stateOf(url), code: 'code-1' });

const connectionsOf = async (subscriberId: string) =>
  (await test.api.get(`/v1/channel-connections?subscriberId=${subscriberId}`)).body.data;
const endpointsOf = async (subscriberId: string) =>
  (await test.api.get(`/v1/channel-endpoints?subscriberId=${subscriberId}`)).body.data;

describe('connecting a workspace', () => {
  it('leads to Slack with what is asked for', async () => {
    const url = await urlOf(CONNECT, { subscriberId: await person() });
    expect(url.origin + url.pathname).toBe(`${slack.url}/oauth/v2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client-1',
      scope: 'chat:write,chat:write.public,channels:read,groups:read,users:read,users:read.email',
      redirect_uri: `https://notify.example.com${CALLBACK}`,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const own = await urlOf(CONNECT, { subscriberId: await person(), scope: ['chat:write', 'im:write'] });
    expect(own.searchParams.get('scope')).toBe('chat:write,im:write');
    const stored = await test.connection.collection('chatlinks').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(stateOf(own));
  });

  it('stores the connection, and links who has agreed', async () => {
    const subscriberId = await person();
    const url = await urlOf(CONNECT, { subscriberId, connectionIdentifier: 'acme', context: { tenant: 'acme' } });
    const { status, headers, body } = await agree(url);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(body).toContain('You are connected');
    expect(Object.fromEntries(new URLSearchParams(slack.received[0]!.body))).toEqual({
      code: 'code-1',
      client_id: 'client-1',
      client_secret: 'slack-secret',
      redirect_uri: `https://notify.example.com${CALLBACK}`,
    });
    // Nothing that proves who the environment is goes to the provider.
    expect(slack.received[0]!.headers).not.toHaveProperty('novu-signature');
    const whose = { subscriberId, contextKeys: ['tenant:acme'], integrationIdentifier };
    expect(await connectionsOf(subscriberId)).toEqual([
      expect.objectContaining({
        ...whose,
        identifier: 'acme',
        workspace: { id: 'T1', name: 'Acme', botUserId: 'UBOT' },
        auth: {
          accessToken: 'xoxb-very-secret',
          refreshToken: 'xoxe-very-secret',
          expiresAt: expect.stringMatching(/^\d{4}-/),
        },
      }),
    ]);
    expect(await endpointsOf(subscriberId)).toEqual([
      expect.objectContaining({
        ...whose,
        connectionIdentifier: 'acme',
        type: 'slack_user',
        endpoint: { userId: 'UADA' },
      }),
    ]);
  });

  it('renews the connection that is there, and links once', async () => {
    const subscriberId = await person();
    await agree(await urlOf(CONNECT, { subscriberId }));
    const [before] = await connectionsOf(subscriberId);
    slack.responses['/api/oauth.v2.access'] = { ...INSTALLED, access_token: 'xoxb-another', team: { id: 'T2' } };
    await agree(await urlOf(CONNECT, { subscriberId }));
    expect(await connectionsOf(subscriberId)).toEqual([
      expect.objectContaining({
        identifier: before.identifier,
        createdAt: before.createdAt,
        workspace: { id: 'T2', botUserId: 'UBOT' },
        auth: expect.objectContaining({ accessToken: 'xoxb-another' }),
      }),
    ]);
    expect(await endpointsOf(subscriberId)).toHaveLength(1);
  });

  it.each([
    ['is told not to', CONNECT, { autoLinkUser: false }],
    ['is the older operation', EITHER, {}],
  ])('links nobody when it %s', async (_when, path, fields) => {
    const subscriberId = await person();
    expect((await agree(await urlOf(path, { subscriberId, ...fields }))).status).toBe(200);
    expect(await connectionsOf(subscriberId)).toHaveLength(1);
    expect(await endpointsOf(subscriberId)).toEqual([]);
  });

  it('is for nobody in particular when it is shared', async () => {
    const context = { tenant: 'shared' };
    expect((await agree(await urlOf(CONNECT, { connectionMode: 'shared', context }))).status).toBe(200);
    const { data } = (await test.api.get('/v1/channel-connections?connectionMode=shared')).body;
    expect(data).toEqual([expect.objectContaining({ subscriberId: null, contextKeys: ['tenant:shared'] })]);
  });

  it("never takes over a connection of somebody else's", async () => {
    const theirs = aConnection({ integrationIdentifier, subscriberId: await person() });
    await test.api.post('/v1/channel-connections', theirs);
    const subscriberId = await person();
    const url = await urlOf(CONNECT, { subscriberId, connectionIdentifier: theirs.identifier });
    expect((await agree(url)).status).toBe(409);
    expect(await connectionsOf(subscriberId)).toEqual([]);
    expect(await connectionsOf(theirs.subscriberId)).toEqual([expect.objectContaining({ auth: theirs.auth })]);
  });
});

describe('linking a subscriber', () => {
  it.each([
    [LINK_USER, {}],
    [EITHER, { mode: 'link_user' }],
    [LINK, {}],
  ])('%s asks who they are, and stores it once', async (path, fields) => {
    slack.responses['/api/oauth.v2.access'] = SIGNED_IN;
    const subscriberId = await person();
    for (let time = 0; time < 2; time++) {
      const { body } = await test.api.post(path, { integrationIdentifier, subscriberId, ...fields });
      const url = new URL(body.data.url);
      expect(url.searchParams.get('user_scope')).toBe('identity.basic');
      expect(url.searchParams.has('scope')).toBe(false);
      expect((await agree(url)).status).toBe(200);
    }
    expect(await endpointsOf(subscriberId)).toEqual([
      expect.objectContaining({ type: 'slack_user', endpoint: { userId: 'UADA' }, connectionIdentifier: null }),
    ]);
    expect(await connectionsOf(subscriberId)).toEqual([]);
  });
});

describe('who comes back', () => {
  it('goes on to where the integration says, and nowhere else', async () => {
    const credentials = { ...aSlackIntegration().credentials, redirectUrl: 'https://app.example.com/done?x=1' };
    const { identifier } = (await test.api.post('/v1/integrations', aSlackIntegration({ credentials }))).body.data;
    const url = await urlOf(CONNECT, { subscriberId: await person(), integrationIdentifier: identifier });
    const { status, headers } = await comeBack({
      state: stateOf(url),
      code: 'code-1',
      redirectUrl: 'https://evil.example.com',
      redirect_uri: 'https://evil.example.com',
    });
    expect({ status, location: headers.location, policy: headers['referrer-policy'] }).toEqual({
      status: 302,
      location: 'https://app.example.com/done?x=1',
      policy: 'no-referrer',
    });
  });

  it('is shown the plain page when the integration names no web address', async () => {
    const credentials = { ...aSlackIntegration().credentials, redirectUrl: 'javascript:alert(1)' };
    const { identifier } = (await test.api.post('/v1/integrations', aSlackIntegration({ credentials }))).body.data;
    const url = await urlOf(CONNECT, { subscriberId: await person(), integrationIdentifier: identifier });
    expect(await agree(url)).toMatchObject({ status: 200, body: expect.not.stringContaining('javascript') });
  });

  it('can do so once: of parallel ones one is let in', async () => {
    const subscriberId = await person();
    const url = await urlOf(CONNECT, { subscriberId });
    const answers = await Promise.all(Array.from({ length: 8 }, () => agree(url)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(7).fill(400)]);
    expect(slack.received).toHaveLength(1);
  });

  it('can do so for five minutes', async () => {
    const [inTime, late] = [
      await urlOf(CONNECT, { subscriberId: await person() }),
      await urlOf(CONNECT, { subscriberId: await person() }),
    ];
    clock.forward(4 * MINUTE);
    expect((await agree(inTime)).status).toBe(200);
    clock.forward(MINUTE);
    expect((await agree(late)).status).toBe(400);
    expect(slack.received).toHaveLength(1);
  });

  it('must have been sent away from here', async () => {
    const url = await urlOf(CONNECT, { subscriberId: await person() });
    const state = stateOf(url);
    for (const forged of [`${state}x`, state.slice(1), state.toUpperCase(), 'x', '']) {
      expect((await comeBack({ state: forged, code: 'code-1' })).status).toBe(400);
    }
    expect(slack.received).toEqual([]);
    expect((await agree(url)).status).toBe(200);
  });

  it('must have been sent to this place: the link to a bot is none, nor are two links at once', async () => {
    const url = await urlOf(CONNECT, { subscriberId: await person() });
    const integration = (await test.connection.collection('integrations').findOne({ providerId: 'slack' }))!;
    const owner = { integration: integration as unknown as Integration, contextKeys: [] };
    const { token } = await test.app.get(ChatLinksService).issue({}, 'telegram', owner);
    expect((await comeBack({ state: token, code: 'code-1' })).status).toBe(400);
    const twice = `state=${token}&state=${stateOf(url)}&code=code-1`;
    expect((await test.anonymous.get(`${CALLBACK}?${twice}`)).status).toBe(422);
    expect(slack.received).toEqual([]);
    expect((await agree(url)).status).toBe(200);
  });

  it('must still be there', async () => {
    const subscriberId = await person();
    const url = await urlOf(CONNECT, { subscriberId });
    await test.api.delete(`/v2/subscribers/${subscriberId}`);
    expect((await agree(url)).status).toBe(400);
    expect(slack.received).toEqual([]);
  });

  it('may have said no', async () => {
    const url = await urlOf(CONNECT, { subscriberId: await person() });
    const { status, body } = await comeBack({ state: stateOf(url), error: 'access_denied' });
    expect({ status, message: JSON.parse(body).message }).toEqual({ status: 400, message: 'Access was denied' });
    expect(slack.received).toEqual([]);
  });

  it.each([
    ['no state', { code: 'code-1' }],
    ['an endless state', { state: 'x'.repeat(257), code: 'code-1' }],
    ['an endless code', { state: 'x', code: 'x'.repeat(4097) }],
  ])('is refused with %s', async (_what, query) => {
    expect((await comeBack(query as Record<string, string>)).status).toBe(422);
  });

  it.each([
    ['refuses the code', { ok: false, error: 'invalid_code' }, 'Slack refuses: invalid_code'],
    ['answers with no JSON', '<html>', 'Slack refuses: 200'],
    ['answers with a list', [1], 'Slack refuses: 200'],
    ['gives no token', { ...INSTALLED, access_token: undefined }, 'no access to a workspace'],
    ['gives no workspace', { ...INSTALLED, team: null }, 'no access to a workspace'],
    ['answers without end', 'x'.repeat(300_000), 'the response has more than'],
  ])('is told so when Slack %s, and nothing is stored', async (_what, answer, message) => {
    const subscriberId = await person();
    slack.responses['/api/oauth.v2.access'] = answer;
    const { status, body } = await agree(await urlOf(CONNECT, { subscriberId }));
    expect({ status, message: JSON.parse(body).message }).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(body).not.toContain('secret');
    expect(await connectionsOf(subscriberId)).toEqual([]);
    expect(await endpointsOf(subscriberId)).toEqual([]);
  });
});
