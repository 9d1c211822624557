import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import type { Account } from '../../src/auth/people/account.schema.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import type { TestApp } from '../test-app.js';
import { CLIENT, FakeOpenIdProvider, type Person } from './fake-provider.js';
import { Browser, CALLBACK, START, startWith } from './oidc-scene.js';

let provider: FakeOpenIdProvider;
let test: TestApp;
/** Another process of the same installation. */
let other: TestApp;
const clock = new MovableClock();

beforeAll(async () => {
  provider = await FakeOpenIdProvider.start();
  const namespace = `t${randomBytes(5).toString('hex')}`;
  test = await startWith(provider, { clock, namespace });
  other = await startWith(provider, { clock, namespace });
});

afterAll(async () => {
  await other.app.close();
  await test.close();
  await provider.close();
});

beforeEach(() => {
  provider.received = [];
  provider.instead = {};
  provider.forge = (claims) => claims;
  provider.forgesSignature = false;
  provider.hasThinTokens = false;
});

const browser = () => new Browser(test, provider);

/** Somebody new at the provider. */
function aPerson(claims: object = {}): Person & { email: string } {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Ada', groups: ['staff'], ...claims };
}

const accountOf = ({ email }: { email: string }) =>
  test.connection.collection<Account>('accounts').findOne({ email: email.toLowerCase() });

/** An account that was made here. */
async function anAccount(fields: Partial<Account> = {}): Promise<Account> {
  const organization = await test.connection.collection('organizations').findOne();
  const _id = new Types.ObjectId();
  const email = `${_id.toHexString()}@example.com`;
  const [createdAt, updatedAt] = [new Date(), new Date()];
  const account: Account = {
    _id,
    organizationId: organization!._id,
    email,
    role: 'viewer',
    environmentRoles: [],
    createdAt,
    updatedAt,
    ...fields,
  };
  await test.connection.collection<Account>('accounts').insertOne(account);
  return account;
}

const problemOf = ({ statusCode, body }: { statusCode: number; body: string }) => ({
  status: statusCode,
  message: (JSON.parse(body) as { message: string }).message,
});

describe('the ways of signing in', () => {
  it('are listed', async () => {
    const { status, body } = await test.anonymous.get('/v1/session/providers');
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { password: 'all', oidc: { name: new URL(provider.issuer).host, url: START } } },
    });
  });
});

describe('beginning', () => {
  it('AC80 leads to the provider, with PKCE, a state and a nonce', async () => {
    const url = new URL(await browser().begin());
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    const random = expect.stringMatching(/^[\w-]{43}$/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `http://localhost:3000${CALLBACK}`,
      state: random,
      nonce: random,
      code_challenge: random,
      code_challenge_method: 'S256',
    });
  });

  it('AC80 keeps what has to be remembered in a cookie that only Carillon can read', async () => {
    const { headers } = await browser().open(START);
    const { searchParams } = new URL(String(headers.location));
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(/^carillon-oidc-3000=[^;]+; Path=\/v1\/session\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(searchParams.get('state'));
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it.each(['https://example.com', '//example.com', '/\\example.com', '/.//example.com', '/\t/example.com', 'outbox'])(
    'AC81 returns to no other site: %j',
    async (returnTo) => {
      const response = await browser().open(`${START}?returnTo=${encodeURIComponent(returnTo)}`);
      expect(problemOf(response)).toEqual({ status: 400, message: 'returnTo is not a path of this service' });
      expect(response.headers).not.toHaveProperty('location');
    },
  );
});

describe('the first time', () => {
  it('AC83 creates the account, with the roles of the groups, and starts a session', async () => {
    const [person, visitor] = [aPerson(), browser()];
    const { statusCode, headers } = await visitor.signIn(person, '/outbox?channel=email#last');
    expect({ statusCode, location: headers.location }).toEqual({
      statusCode: 303,
      location: '/outbox?channel=email#last',
    });
    expect([...visitor.cookies.keys()]).toEqual(['carillon-session-3000']);
    const account = await accountOf(person);
    const development = await test.connection.collection('environments').findOne({ name: 'Development' });
    expect(account).toMatchObject({
      email: person.email,
      name: 'Ada',
      role: 'viewer',
      rolesFrom: 'provider',
      environmentRoles: [{ environmentId: development!._id, role: 'author' }],
      identity: { issuer: provider.issuer, subject: person.sub },
      signedInAt: expect.any(Date),
    });
    expect(await test.connection.collection('users').findOne({ _id: account!._id })).toMatchObject({
      name: person.email,
    });
    expect(await visitor.status('/v2/workflows')).toBe(200);
    expect(await visitor.status('/v1/environments/api-keys')).toBe(403);
  });

  it('AC83 reads claims that are not in the identity token where the provider has them', async () => {
    provider.hasThinTokens = true;
    const person = aPerson();
    expect((await browser().signIn(person)).statusCode).toBe(303);
    expect(await accountOf(person)).toMatchObject({ role: 'viewer' });
    expect(provider.received.map(({ path }) => path)).toContain('/userinfo');
  });

  it('AC83 creates one account, however many browsers come back at once', async () => {
    const person = aPerson();
    const visitors = [test, other, test, other].map((process) => new Browser(process, provider));
    const answers = await Promise.all(visitors.map((visitor) => visitor.signIn(person)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303]);
    const accounts = test.connection.collection('accounts');
    expect(await accounts.countDocuments({ email: person.email })).toBe(1);
  });

  it('AC84 links an account with the same verified address, and leaves its role', async () => {
    const account = await anAccount({ role: 'author' });
    const person = aPerson({ email: account.email.toUpperCase(), groups: [] });
    expect((await browser().signIn(person)).statusCode).toBe(303);
    expect(await accountOf(account)).toMatchObject({
      _id: account._id,
      role: 'author',
      identity: { issuer: provider.issuer, subject: person.sub },
    });
  });

  it.each([
    ['the provider has not verified the address', {}, { email_verified: false }, /has not verified/],
    ['the provider does not say', {}, { email_verified: undefined }, /cannot be linked to you/],
    [
      'it has another identity',
      { identity: { issuer: 'https://login.example.com', subject: 'ada' } },
      {},
      /cannot be linked to you/,
    ],
  ])('AC84 takes over no account when %s', async (_when, fields, claims, message) => {
    const account = await anAccount(fields);
    const visitor = browser();
    const refused = await visitor.signIn(aPerson({ email: account.email, ...claims }));
    expect(problemOf(refused)).toEqual({ status: 403, message: expect.stringMatching(message) });
    expect(await accountOf(account)).toEqual(account);
    expect(visitor.cookies.size).toBe(0);
  });

  it.each([
    ['whose groups have no role', { groups: ['guests'] }, 'none of your groups at the provider has one'],
    ['without groups', { groups: undefined }, "the provider says no groups of you in the claim 'groups'"],
  ])('AC85 refuses somebody %s', async (_who, claims, message) => {
    const person = aPerson(claims);
    const refused = await browser().signIn(person);
    expect(problemOf(refused)).toEqual({ status: 403, message: `You have no role here: ${message}` });
    expect(await accountOf(person)).toBeNull();
  });

  it('AC83 refuses somebody without an address, or with one that is not verified', async () => {
    expect(problemOf(await browser().signIn(aPerson({ email: undefined })))).toEqual({
      status: 403,
      message: "The provider says no email address of you in the claim 'email'",
    });
    const person = aPerson({ email_verified: false });
    expect(problemOf(await browser().signIn(person))).toMatchObject({ status: 403 });
    expect(await accountOf(person)).toBeNull();
  });
});

describe('returning', () => {
  it('AC83 finds the account by its identity, whatever the address is now', async () => {
    const person = aPerson();
    await browser().signIn(person);
    const before = await accountOf(person);
    const renamed = { ...person, email: `new-${person.email}`, email_verified: false };
    expect((await browser().signIn(renamed)).statusCode).toBe(303);
    expect(await accountOf(renamed)).toBeNull();
    expect((await accountOf(person))!._id).toEqual(before!._id);
  });

  it('AC85 follows the groups up and down, in sessions that are open too', async () => {
    const [person, first] = [aPerson(), browser()];
    await first.signIn(person);
    expect(await first.status('/v1/environments/api-keys')).toBe(403);
    await new Browser(other, provider).signIn({ ...person, groups: ['staff', 'ops'] });
    expect(await accountOf(person)).toMatchObject({ role: 'admin', environmentRoles: [] });
    first.reach(other);
    expect(await first.status('/v1/environments/api-keys')).toBe(200);
    await new Browser(other, provider).signIn(person);
    expect(await accountOf(person)).toMatchObject({ role: 'viewer' });
    expect(await first.status('/v1/environments/api-keys')).toBe(403);
  });

  it('AC85 ends the sessions of somebody whose groups have no role any more', async () => {
    const [person, first] = [aPerson(), browser()];
    await first.signIn(person);
    expect(await first.status('/v2/workflows')).toBe(200);
    const refused = await browser().signIn({ ...person, groups: [] });
    expect(problemOf(refused)).toMatchObject({ status: 403 });
    expect(await first.status('/v2/workflows')).toBe(401);
  });

  it('AC85 leaves roles that were given here', async () => {
    const person = aPerson();
    await browser().signIn(person);
    const accounts = test.connection.collection('accounts');
    await accounts.updateOne({ email: person.email }, { $set: { role: 'admin' }, $unset: { rolesFrom: '' } });
    expect((await browser().signIn({ ...person, groups: [] })).statusCode).toBe(303);
    expect(await accountOf(person)).toMatchObject({ role: 'admin' });
  });

  it('AC86 never takes the role of the last owner', async () => {
    const [one, two] = [aPerson({ groups: ['owners'] }), aPerson({ groups: ['owners'] })];
    await browser().signIn(one);
    await browser().signIn({ ...one, groups: ['staff'] });
    expect(await accountOf(one)).toMatchObject({ role: 'owner' });
    await browser().signIn(two);
    await browser().signIn({ ...one, groups: ['staff'] });
    expect(await accountOf(one)).toMatchObject({ role: 'viewer' });
    await browser().signIn(one);
    // Both at once, at two processes: at least one stays.
    await Promise.all([
      browser().signIn({ ...one, groups: ['staff'] }),
      new Browser(other, provider).signIn({ ...two, groups: ['staff'] }),
    ]);
    const owners = await test.connection.collection('accounts').countDocuments({ role: 'owner' });
    expect(owners).toBeGreaterThan(0);
  });
});

describe('what comes back from the provider', () => {
  const proves = 'What the provider has sent does not prove who you are';
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, () => void]>([
    ['nonce', () => (provider.forge = (claims) => ({ ...claims, nonce: 'another' }))],
    ['nonce, missing', () => (provider.forge = ({ nonce: _nonce, ...claims }) => claims)],
    ['audience', () => (provider.forge = (claims) => ({ ...claims, aud: 'another' }))],
    ['audience, one of several', () => (provider.forge = (claims) => ({ ...claims, aud: [CLIENT.id, 'another'] }))],
    ['party that it was issued to', () => (provider.forge = (claims) => ({ ...claims, azp: 'another' }))],
    ['beginning', () => (provider.forge = (claims) => ({ ...claims, nbf: now() + 600 }))],
    ['issuer', () => (provider.forge = (claims) => ({ ...claims, iss: 'https://login.example.com' }))],
    ['signature', () => (provider.forgesSignature = true)],
    ['expiry', () => (provider.forge = (claims) => ({ ...claims, exp: now() - 120 }))],
  ])('AC82 is refused when it is wrong: %s', async (_what, forge) => {
    forge();
    const [person, visitor] = [aPerson(), browser()];
    expect(problemOf(await visitor.signIn(person))).toEqual({ status: 401, message: proves });
    expect(visitor.cookies.size).toBe(0);
    expect(await accountOf(person)).toBeNull();
  });

  it('AC82 may be a minute late by the clock of the provider', async () => {
    provider.forge = (claims) => ({ ...claims, exp: now() - 30 });
    expect((await browser().signIn(aPerson())).statusCode).toBe(303);
  });

  it('AC80 is redeemed with the verifier of PKCE and the secret of the client, not in the address', async () => {
    await browser().signIn(aPerson());
    const { body } = provider.received.find(({ path }) => path === '/token')!;
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'authorization_code',
      code: expect.any(String),
      redirect_uri: `http://localhost:3000${CALLBACK}`,
      code_verifier: expect.any(String),
    });
  });

  it('AC80 counts once, at whichever process: the state', async () => {
    const visitor = browser();
    const back = provider.signIn(await visitor.begin(), aPerson());
    const copy = new Browser(other, provider);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    const answers = await Promise.all([visitor.comeBack(back), copy.comeBack(back)]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 303);
    expect(refused.map(problemOf)).toEqual([{ status: 400, message: 'This sign-in was completed before' }]);
    const sessions = [visitor, copy].filter(({ cookies }) => cookies.has('carillon-session-3000'));
    expect(sessions).toHaveLength(1);
    // The cookie is gone by now.
    expect(problemOf(await visitor.comeBack(back))).toMatchObject({ status: 400 });
  });

  it('AC80 counts once: the code', async () => {
    const [victim, thief] = [browser(), browser()];
    const back = provider.signIn(await victim.begin(), aPerson());
    await victim.comeBack(back);
    const state = new URL(await thief.begin()).searchParams.get('state')!;
    back.searchParams.set('state', state);
    expect(problemOf(await thief.comeBack(back))).toEqual({
      status: 401,
      message: 'The provider does not accept the code of this sign-in',
    });
  });

  it('AC80 is refused in another browser, after another beginning, or too late', async () => {
    const visitor = browser();
    const back = provider.signIn(await visitor.begin(), aPerson());
    expect(problemOf(await browser().comeBack(back))).toEqual({
      status: 400,
      message: 'There is no sign-in that this browser has begun',
    });
    await visitor.begin();
    expect(problemOf(await visitor.comeBack(back))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/begun by another/),
    });
    const late = provider.signIn(await visitor.begin(), aPerson());
    clock.forward(11 * MINUTE);
    expect(problemOf(await visitor.comeBack(late))).toEqual({
      status: 400,
      message: 'This sign-in took more than 10 minutes',
    });
  });

  it.each(['carillon-oidc-3000=x', 'carillon-oidc-3000=%%%:AAAA', 'carillon-oidc-3000='])(
    'AC80 is refused with a cookie that Carillon has not made: %s',
    async (cookie) => {
      const { statusCode } = await browser().open(`${CALLBACK}?state=x&code=y`, { cookie });
      expect(statusCode).toBe(400);
    },
  );

  it('AC82 may be a refusal', async () => {
    const visitor = browser();
    const back = provider.signIn(await visitor.begin(), aPerson());
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    expect(problemOf(await visitor.comeBack(back))).toEqual({
      status: 403,
      message: 'The provider has not signed you in (access_denied)',
    });
  });

  it('AC87 is explained to people as a page without scripts, and says nothing of what was sent', async () => {
    const visitor = browser();
    const back = provider.signIn(await visitor.begin(), aPerson({ groups: [] }));
    const { statusCode, headers, body } = await visitor.comeBack(back, { accept: 'text/html,*/*' });
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 403,
      type: 'text/html; charset=utf-8',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('You have no role here');
    expect(body).not.toContain(back.searchParams.get('code'));
  });
});
