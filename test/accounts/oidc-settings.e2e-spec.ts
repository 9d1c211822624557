import { randomBytes } from 'node:crypto';
import { ProviderDeadline } from '../../src/accounts/oidc/provider-fetch.js';
import { entriesOf } from '../audit/entries.js';
import { createAccountWithPassword, PASSWORD } from '../builders/account.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { CLIENT, FakeOpenIdProvider, type Person } from './fake-provider.js';
import { Browser, CALLBACK, START, startWith } from './oidc-scene.js';

const METADATA = '/.well-known/openid-configuration';

function aPerson(claims: object = {}): Person {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@example.com`, email_verified: true, groups: ['guests'], ...claims };
}

describe('single sign-on', () => {
  const clock = new MovableClock();
  let provider: FakeOpenIdProvider;
  let test: TestApp;

  beforeAll(async () => {
    provider = await FakeOpenIdProvider.start();
  });

  afterEach(() => {
    provider.instead = {};
  });

  afterAll(() => provider.close());

  /** One application for the tests of a block. */
  function startOnce(options: Parameters<typeof startWith>[1]): void {
    beforeAll(async () => {
      test = await startWith(provider, { clock, ...options });
    });
    afterAll(() => test.close());
  }

  const withPassword = async (role: 'owner' | 'author', password = PASSWORD) => {
    const { email } = await createAccountWithPassword(test, { role });
    return test.anonymous.post('/v1/session', { email, password });
  };
  const account = (email: unknown) => test.connection.collection('accounts').findOne({ email });

  describe('without a provider', () => {
    beforeAll(async () => {
      test = await startTestApp();
    });
    afterAll(() => test.close());

    it('AC88 is off', async () => {
      for (const path of [START, CALLBACK]) {
        const { status, body } = await test.anonymous.get(path);
        expect({ status, message: body.message }).toEqual({ status: 404, message: 'There is no single sign-on here' });
      }
      const { body } = await test.anonymous.get('/v1/session/providers');
      expect(body).toEqual({ data: { password: 'all', oidc: null } });
    });

    it.each(['owners', 'off'])('AC88 does not start with PASSWORD_SIGN_IN=%s', async (passwordSignIn) => {
      const starting = startTestApp({ settings: { PASSWORD_SIGN_IN: passwordSignIn } });
      await expect(starting).rejects.toThrow(`PASSWORD_SIGN_IN=${passwordSignIn} needs single sign-on`);
    });
  });

  describe('beside passwords of owners, with claims and groups of other names, by TLS', () => {
    startOnce({
      settings: {
        PASSWORD_SIGN_IN: 'owners',
        PUBLIC_URL: 'https://notify.example.com',
        OIDC_DEFAULT_ROLE: 'support',
        OIDC_EMAIL_CLAIM: 'preferred_username',
        OIDC_NAME_CLAIM: 'given_name',
        OIDC_GROUPS_CLAIM: 'realm_access.roles',
        OIDC_ROLES: '/ops\\, east=admin',
      },
    });

    /** What is known of the provider is read again. */
    beforeEach(() => clock.forward(11 * MINUTE));

    const browser = () => new Browser(test, provider);

    it.each([
      ['owner', 201],
      ['author', 403],
    ] as const)('AC88 the right password of an account with the role %s is %i', async (role, expected) => {
      const { status, body } = await withPassword(role);
      expect(status).toBe(expected);
      if (expected === 403) expect(body.hint).toContain(START);
      expect(await withPassword(role, 'quiet-herons-stand')).toMatchObject({ status: 401 });
    });

    it('AC88 the page that offers it knows', async () => {
      const { body } = await test.anonymous.get('/v1/session/providers');
      expect(body.data).toMatchObject({ password: 'owners', oidc: { url: START } });
    });

    it('AC85 gives the default role to people whose groups have none', async () => {
      const person = aPerson({ preferred_username: 'grace@example.org' });
      expect((await browser().signIn(person)).statusCode).toBe(303);
      expect(await account('grace@example.org')).toMatchObject({ role: 'support' });
    });

    it('AC83 reads the claims that the settings name', async () => {
      const claims = {
        preferred_username: 'ada@example.org',
        given_name: 'Ada',
        realm_access: { roles: ['/ops, east'] },
      };
      const person = aPerson(claims);
      expect((await browser().signIn(person)).statusCode).toBe(303);
      expect(await account('ada@example.org')).toMatchObject({ name: 'Ada', role: 'admin' });
      expect(await account(person.email)).toBeNull();
    });

    it('AC84 takes over no account by a claim that people choose, beside an address that is verified', async () => {
      const { email } = await createAccountWithPassword(test, { role: 'owner' });
      const refused = await browser().signIn(aPerson({ preferred_username: email }));
      expect({ status: refused.statusCode, message: JSON.parse(refused.body).message }).toEqual({
        status: 403,
        message: expect.stringMatching(/cannot be linked to you/),
      });
      expect(await account(email)).not.toHaveProperty('identity');
    });

    it('AC80 marks its cookies where the service is reached by TLS', async () => {
      expect((await browser().open(START)).headers['set-cookie']).toMatch(/; Secure$/);
    });

    it('AC89 fails with 503 while the provider is down, begins when it is back, and stops nothing else', async () => {
      provider.instead[METADATA] = { status: 502, body: '{}' };
      const down = await browser().open(START);
      expect({ status: down.statusCode, body: JSON.parse(down.body) }).toMatchObject({
        status: 503,
        body: {
          message: 'The provider does not respond as it should',
          hint: expect.stringContaining('PASSWORD_SIGN_IN'),
        },
      });
      expect((await test.api.get('/v2/workflows')).status).toBe(200);
      provider.instead = {};
      const back = browser();
      const url = await back.begin();
      provider.instead['/token'] = { status: 500, body: 'broken' };
      expect((await back.comeBack(provider.signIn(url, aPerson()))).statusCode).toBe(503);
    });

    it('AC89 fails with 503 when the provider does not know the secret', async () => {
      const own = browser();
      const url = await own.begin();
      provider.instead['/token'] = { status: 401, body: JSON.stringify({ error: 'invalid_client' }) };
      const failed = await own.comeBack(provider.signIn(url, aPerson()));
      expect({ status: failed.statusCode, body: JSON.parse(failed.body) }).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/does not sign in for this service/) },
      });
      expect(failed.body).not.toContain(CLIENT.secret);
    });

    it.each([
      ['names itself otherwise', 'https://login.example.com'],
      ['is for many organizations', 'https://login.example.com/{tenantid}/v2.0'],
    ])('AC89 fails with 503 when the provider %s', async (_what, issuer) => {
      const metadata = { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
      provider.instead[METADATA] = { status: 200, body: JSON.stringify(metadata) };
      const failed = await browser().open(START);
      expect({ status: failed.statusCode, body: JSON.parse(failed.body) }).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/does not fit the settings/) },
      });
    });

    it('AC89 follows no redirects of the provider', async () => {
      provider.instead[METADATA] = { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } };
      expect((await browser().open(START)).statusCode).toBe(503);
    });
  });

  describe('alone, for people who have an account', () => {
    startOnce({ settings: { PASSWORD_SIGN_IN: 'off', OIDC_CREATE: 'false', OIDC_DEFAULT_ROLE: 'viewer' } });

    it('AC88 the right password of an owner is 403', async () => {
      expect(await withPassword('owner')).toMatchObject({
        status: 403,
        body: { hint: expect.stringContaining(START) },
      });
      expect(await withPassword('owner', 'quiet-herons-stand')).toMatchObject({ status: 401 });
    });

    it('AU9 people who are refused here or there are in the audit trail, once in a quarter of an hour', async () => {
      const { email } = await createAccountWithPassword(test);
      const stranger = aPerson();
      const refused = () =>
        entriesOf(test, async () => {
          for (let count = 0; count < 2; count++) {
            expect((await test.anonymous.post('/v1/session', { email, password: PASSWORD })).status).toBe(403);
            expect((await new Browser(test, provider).signIn(stranger)).statusCode).toBe(403);
          }
        });
      const entries = await refused();
      expect(entries).toMatchObject([
        {
          operation: 'Session_create',
          result: 'refused',
          actor: { type: 'anonymous', name: email },
          changes: [{ path: 'failed', after: 'password sign-in is not allowed' }],
        },
        {
          operation: 'Oidc_callback',
          result: 'refused',
          actor: { type: 'anonymous', name: expect.stringMatching(/^hidden:/) },
          changes: [{ path: 'failed', after: 'single sign-on' }],
        },
      ]);
      expect(JSON.stringify(entries)).not.toContain(stranger.sub);
      expect(await refused()).toEqual([]);
      clock.forward(15 * MINUTE);
      expect(await refused()).toHaveLength(2);
    });

    it('AC83 creates nobody with OIDC_CREATE=false', async () => {
      const person = aPerson();
      const { statusCode, body } = await new Browser(test, provider).signIn(person);
      expect({ statusCode, message: JSON.parse(body).message }).toEqual({
        statusCode: 403,
        message: expect.stringMatching(/^There is no account with the email address/),
      });
      expect(await account(person.email)).toBeNull();
    });
  });

  describe('with a provider that nobody reaches', () => {
    let silent: FakeOpenIdProvider;

    beforeAll(async () => {
      silent = await FakeOpenIdProvider.start();
      silent.isSilent = true;
      test = await startWith(silent, { providerSeconds: 0.5 });
    });
    afterAll(() => test.close());

    it('AC89 has started, and fails with 503 when nothing responds in time, or when there is no connection', async () => {
      const open = () => new Browser(test, silent).open(START);
      expect((await open()).statusCode).toBe(503);
      expect(silent.received).toMatchObject([{ path: METADATA }]);
      await silent.close();
      expect((await open()).statusCode).toBe(503);
    });

    it('AC89 the time for each request is 5 seconds', () => {
      expect(new ProviderDeadline().seconds).toBe(5);
    });
  });
});
