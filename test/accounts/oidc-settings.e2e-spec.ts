import { randomBytes } from 'node:crypto';
import { createAccountWithPassword, PASSWORD } from '../builders/account.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { CLIENT, FakeOpenIdProvider, type Person } from './fake-provider.js';
import { Browser, CALLBACK, START, startWith } from './oidc-scene.js';

let provider: FakeOpenIdProvider;
let test: TestApp | undefined;

beforeEach(async () => {
  provider = await FakeOpenIdProvider.start();
});

afterEach(async () => {
  await test?.close();
  test = undefined;
  await provider.close();
});

const start = async (settings: Record<string, string>) => {
  test = await startWith(provider, { settings });
  return new Browser(test, provider);
};

function aPerson(claims: object = {}): Person {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@example.com`, email_verified: true, groups: ['guests'], ...claims };
}

const accounts = () => test!.connection.collection('accounts').find().toArray();

describe('single sign-on', () => {
  it('AC88 is off without a provider', async () => {
    test = await startTestApp();
    for (const path of [START, CALLBACK]) {
      const { status, body } = await test.anonymous.get(path);
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'There is no single sign-on here' });
    }
    const { body } = await test.anonymous.get('/v1/session/providers');
    expect(body).toEqual({ data: { password: 'all', oidc: null } });
  });

  it.each(['owners', 'off'])('AC88 does not start with PASSWORD_SIGN_IN=%s and no provider', async (passwordSignIn) => {
    const starting = startTestApp({ settings: { PASSWORD_SIGN_IN: passwordSignIn } });
    await expect(starting).rejects.toThrow(`PASSWORD_SIGN_IN=${passwordSignIn} needs single sign-on`);
  });

  it.each([
    ['owners', 'owner', 201],
    ['owners', 'author', 403],
    ['off', 'owner', 403],
  ] as const)(
    'AC88 with PASSWORD_SIGN_IN=%s the right password of an account with the role %s is %i',
    async (setting, role, expected) => {
      await start({ PASSWORD_SIGN_IN: setting });
      const { email } = await createAccountWithPassword(test!, { role });
      const { status, body } = await test!.anonymous.post('/v1/session', { email, password: PASSWORD });
      expect(status).toBe(expected);
      if (expected === 403) expect(body.hint).toContain(START);
      const wrong = await test!.anonymous.post('/v1/session', { email, password: 'quiet-herons-stand' });
      expect(wrong.status).toBe(401);
    },
  );

  it('AC88 alone: the page that offers it knows', async () => {
    await start({ PASSWORD_SIGN_IN: 'owners' });
    const { body } = await test!.anonymous.get('/v1/session/providers');
    expect(body.data).toMatchObject({ password: 'owners', oidc: { url: START } });
  });

  it('AC85 gives the default role to people whose groups have none', async () => {
    const browser = await start({ OIDC_DEFAULT_ROLE: 'support' });
    expect((await browser.signIn(aPerson())).statusCode).toBe(303);
    expect(await accounts()).toEqual([expect.objectContaining({ role: 'support' })]);
  });

  it('AC83 creates nobody with OIDC_CREATE=false', async () => {
    const browser = await start({ OIDC_CREATE: 'false', OIDC_DEFAULT_ROLE: 'viewer' });
    const { statusCode, body } = await browser.signIn(aPerson());
    expect({ statusCode, message: JSON.parse(body).message }).toEqual({
      statusCode: 403,
      message: expect.stringMatching(/^There is no account with the email address/),
    });
    expect(await accounts()).toEqual([]);
  });

  it('AC83 reads the claims that the settings name', async () => {
    const browser = await start({
      OIDC_EMAIL_CLAIM: 'preferred_username',
      OIDC_NAME_CLAIM: 'given_name',
      OIDC_GROUPS_CLAIM: 'realm_access.roles',
      OIDC_ROLES: '/ops\\, east=admin',
    });
    const claims = {
      preferred_username: 'ada@example.org',
      given_name: 'Ada',
      realm_access: { roles: ['/ops, east'] },
    };
    expect((await browser.signIn(aPerson(claims))).statusCode).toBe(303);
    expect(await accounts()).toEqual([
      expect.objectContaining({ email: 'ada@example.org', name: 'Ada', role: 'admin' }),
    ]);
  });

  it('AC80 marks its cookies where the service is reached by TLS', async () => {
    const browser = await start({ PUBLIC_URL: 'https://notify.example.com' });
    expect((await browser.open(START)).headers['set-cookie']).toMatch(/; Secure$/);
  });

  it('AC89 fails with 503 while the provider is down, begins when it is back, and stops nothing else', async () => {
    const browser = await start({});
    provider.instead = { '/.well-known/openid-configuration': { status: 502, body: '{}' } };
    const down = await browser.open(START);
    expect({ status: down.statusCode, body: JSON.parse(down.body) }).toMatchObject({
      status: 503,
      body: {
        message: 'The provider does not respond as it should',
        hint: expect.stringContaining('PASSWORD_SIGN_IN'),
      },
    });
    expect((await test!.api.get('/v2/workflows')).status).toBe(200);
    provider.instead = {};
    const url = await browser.begin();
    provider.instead = { '/token': { status: 500, body: 'broken' } };
    expect((await browser.comeBack(provider.signIn(url, aPerson()))).statusCode).toBe(503);
  });

  it('AC89 fails with 503 when the provider cannot be connected to, without having stopped the start', async () => {
    const browser = await start({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    expect((await browser.open(START)).statusCode).toBe(503);
  });

  it.each([
    ['the secret is wrong', { OIDC_CLIENT_SECRET: 'another' }, undefined, /does not sign in for this service/],
    ['it names itself otherwise', {}, 'https://login.example.com', /does not fit the settings/],
    ['it is for many organizations', {}, 'https://login.example.com/{tenantid}/v2.0', /does not fit the settings/],
  ])('AC89 fails with 503 when %s', async (_when, settings, issuer, message) => {
    const browser = await start(settings);
    if (issuer !== undefined) {
      const metadata = { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
      provider.instead['/.well-known/openid-configuration'] = { status: 200, body: JSON.stringify(metadata) };
    }
    const begun = await browser.open(START);
    const failed =
      begun.statusCode === 303
        ? await browser.comeBack(provider.signIn(String(begun.headers.location), aPerson({ groups: ['ops'] })))
        : begun;
    expect({ status: failed.statusCode, body: JSON.parse(failed.body) }).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(message) },
    });
    expect(failed.body).not.toContain(CLIENT.secret);
  });

  it('AC89 follows no redirects of the provider', async () => {
    const browser = await start({});
    const headers = { location: 'http://127.0.0.1:9/' };
    provider.instead['/.well-known/openid-configuration'] = { status: 302, body: '', headers };
    expect((await browser.open(START)).statusCode).toBe(503);
  });
});
