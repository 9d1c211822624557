import { createHash, randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { createAccountWithPassword } from '../builders/account.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import type { TestApp } from '../test-app.js';
import { FakeOpenIdProvider, type Person } from './fake-provider.js';
import { Browser, CALLBACK, START, startWith } from './oidc-scene.js';

const SESSION = 'carillon-session-3000';

let provider: FakeOpenIdProvider;
let test: TestApp;
const clock = new MovableClock();

beforeAll(async () => {
  provider = await FakeOpenIdProvider.start();
  test = await startWith(provider, { clock });
});

beforeEach(() => provider.behave());

afterAll(async () => {
  await test.close();
  await provider.close();
});

const browser = () => new Browser(test, provider);

/** Somebody new at the provider. */
function aPerson(claims: object = {}): Person & { email: string } {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@example.com`, email_verified: true, groups: ['staff'], ...claims };
}

const accounts = () => test.connection.collection('accounts');
const accountOf = (email: string) => accounts().findOne({ email });
const messageOf = ({ body }: LightMyRequestResponse) => (JSON.parse(body) as { message: string }).message;

describe('the address that a browser comes back with', () => {
  it.each<[string, number, (query: URLSearchParams) => void]>([
    ['without a state', 400, (query) => query.delete('state')],
    ['with an empty state', 400, (query) => query.set('state', '')],
    ['with a state that nobody has made', 400, (query) => query.set('state', randomBytes(32).toString('base64url'))],
    ['with two states', 422, (query) => query.append('state', 'another')],
    ['with the same state twice', 422, (query) => query.append('state', query.get('state')!)],
    ['with a long state', 422, (query) => query.set('state', 'a'.repeat(513))],
    ['without a code', 401, (query) => query.delete('code')],
    ['with an empty code', 401, (query) => query.set('code', '')],
    ['with a code that nobody has made', 401, (query) => query.set('code', 'another')],
    ['with two codes', 422, (query) => query.append('code', 'another')],
    ['with a long code', 422, (query) => query.set('code', 'a'.repeat(8193))],
    ['with the issuer of another provider', 401, (query) => query.set('iss', 'https://login.example.com')],
    ['with the issuer and a slash', 401, (query) => query.set('iss', `${provider.issuer}/`)],
    ['with two issuers', 401, (query) => [provider.issuer, 'x'].forEach((iss) => query.append('iss', iss))],
    ['with a failure beside the code', 403, (query) => query.set('error', 'access_denied')],
    ['with two failures', 422, (query) => ['x', 'access_denied'].forEach((one) => query.append('error', one))],
    ['with a long failure', 422, (query) => query.set('error', 'a'.repeat(513))],
    ['with a failure of the provider', 503, (query) => query.set('error', 'server_error')],
    ['with an identity token in it', 401, (query) => query.set('id_token', 'a.b.c')],
    ['with a response in a token', 401, (query) => query.set('response', 'a.b.c')],
  ])('AC80 signs in nobody: %s', async (_what, status, change) => {
    const [person, visitor] = [aPerson(), browser()];
    const back = provider.signIn(await visitor.begin(), person);
    change(back.searchParams);
    const response = await visitor.comeBack(back);
    expect({ status: response.statusCode, location: response.headers.location }).toEqual({ status });
    expect(visitor.cookies.has(SESSION)).toBe(false);
    expect(await accountOf(person.email)).toBeNull();
  });

  it('AC80 has the issuer where the provider says that it sends it', async () => {
    provider.publishes = { authorization_response_iss_parameter_supported: true };
    clock.forward(11 * MINUTE);
    const statuses = [];
    for (const iss of [undefined, 'https://login.example.com', provider.issuer]) {
      const visitor = browser();
      const back = provider.signIn(await visitor.begin(), aPerson());
      if (iss !== undefined) back.searchParams.set('iss', iss);
      statuses.push((await visitor.comeBack(back)).statusCode);
    }
    expect(statuses).toEqual([401, 401, 303]);
  });

  it('AC87 is explained without the text of a failure as a script', async () => {
    const visitor = browser();
    const back = provider.signIn(await visitor.begin(), aPerson());
    back.searchParams.set('error', '<script>alert(1)</script>');
    const { headers, body } = await visitor.comeBack(back, { accept: 'text/html' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('You are not signed in');
    expect(body).not.toContain('<script');
  });

  it('AC80 is opened, not posted to', async () => {
    const visitor = browser();
    const { search } = provider.signIn(await visitor.begin(), aPerson());
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'localhost:3000', cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode } = await test.app.inject({ method: 'POST', url: CALLBACK, headers, payload: search.slice(1) });
    expect(statusCode).toBe(404);
  });
});

describe('a code', () => {
  /** The attacker comes back with a code that was made for somebody else. */
  async function steal(authorizationUrl: string): Promise<number> {
    const thief = browser();
    const state = new URL(await thief.begin()).searchParams.get('state')!;
    const back = provider.signIn(authorizationUrl, aPerson());
    back.searchParams.set('state', state);
    const { statusCode } = await thief.comeBack(back);
    expect(thief.cookies.has(SESSION)).toBe(false);
    return statusCode;
  }

  it.each([
    ['the provider looks at PKCE', false],
    ['the provider does not, by the nonce', true],
  ])('AC80 of another browser signs in nobody: %s', async (_how, isCareless) => {
    Object.assign(provider, { isCareless });
    expect(await steal(await browser().begin())).toBe(401);
  });

  it('AC82 that was made for another application signs in nobody', async () => {
    provider.isCareless = true;
    const url = new URL(await browser().begin());
    url.searchParams.set('client_id', 'another');
    expect(await steal(url.href)).toBe(401);
  });
});

describe('the address at the provider', () => {
  it.each<[string, Record<string, string>]>([
    ['Host', { host: 'evil.example.com' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' }],
    ['Forwarded', { forwarded: 'host=evil.example.com;proto=https' }],
    ['X-Original-URL', { 'x-original-url': 'https://evil.example.com/', 'x-rewrite-url': '/evil' }],
    ['Origin and Referer', { origin: 'https://evil.example.com', referer: 'https://evil.example.com/' }],
  ])('AC80 leads back to PUBLIC_URL: %s', async (_name, headers) => {
    const { statusCode, headers: sent } = await browser().open(START, headers);
    const redirectUri = new URL(String(sent.location)).searchParams.get('redirect_uri');
    expect({ statusCode, redirectUri }).toEqual({ statusCode: 303, redirectUri: `http://localhost:3000${CALLBACK}` });
  });

  it.each([
    ['only plain', ['plain']],
    ['none', []],
    ['nothing', undefined],
  ])('AC80 has a challenge by S256, of this browser alone, where the provider says %s', async (_says, methods) => {
    provider.publishes = { code_challenge_methods_supported: methods };
    clock.forward(11 * MINUTE);
    const visitors = [browser(), browser()];
    const challenges = [];
    for (const visitor of visitors) {
      const url = await visitor.begin();
      const { searchParams } = new URL(url);
      expect(searchParams.get('code_challenge_method')).toBe('S256');
      expect((await visitor.comeBack(provider.signIn(url, aPerson()))).statusCode).toBe(303);
      challenges.push(searchParams.get('code_challenge'));
    }
    const verifiers = provider.received
      .filter(({ path }) => path === '/token')
      .map(({ body }) => new URLSearchParams(body).get('code_verifier')!);
    const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
    expect(verifiers.map(hash)).toEqual(challenges);
    expect(new Set(challenges).size).toBe(2);
  });
});

describe('a browser', () => {
  it('AC80 is not signed in by the link of somebody else, and stays signed in', async () => {
    const [attacker, victim, person] = [browser(), browser(), aPerson()];
    await victim.signIn(person);
    const before = victim.cookies.get(SESSION);
    const link = provider.signIn(await attacker.begin(), aPerson());
    expect((await victim.comeBack(link)).statusCode).toBe(400);
    await victim.begin();
    expect((await victim.comeBack(link)).statusCode).toBe(400);
    expect(victim.cookies.get(SESSION)).toBe(before);
    expect(await victim.status('/v2/workflows')).toBe(200);
  });

  it('AC80 gets a new session: one that was planted proves nothing, and the former one ends', async () => {
    const [attacker, victim] = [browser(), browser()];
    victim.cookies.set(SESSION, 'planted');
    await victim.signIn(aPerson());
    attacker.cookies.set(SESSION, 'planted');
    expect(await attacker.status('/v2/workflows')).toBe(401);
    attacker.cookies.set(SESSION, victim.cookies.get(SESSION)!);
    expect(await attacker.status('/v2/workflows')).toBe(200);
    await victim.signIn(aPerson());
    expect(await attacker.status('/v2/workflows')).toBe(401);
  });

  it('AC81 goes to no other site at the end, whatever the provider adds', async () => {
    const visitor = browser();
    const back = provider.signIn(await visitor.begin('/outbox'), aPerson());
    for (const name of ['returnTo', 'return_to', 'redirect_uri', 'target_link_uri', 'next'])
      back.searchParams.set(name, 'https://evil.example.com/');
    const { statusCode, headers } = await visitor.comeBack(back);
    expect({ statusCode, location: headers.location }).toEqual({ statusCode: 303, location: '/outbox' });
  });
});

describe('an address of email', () => {
  it.each<[string, (email: string) => object, RegExp]>([
    ['verified is a text that says false', (email) => ({ email, email_verified: 'false' }), /has not verified/],
    ['verified is a number', (email) => ({ email, email_verified: 1 }), /has not verified/],
    ['verified is null', (email) => ({ email, email_verified: null }), /has not verified/],
    ['verified is a list', (email) => ({ email, email_verified: [true] }), /has not verified/],
    ['it is a list', (email) => ({ email: [email] }), /says no email address/],
    ['it has the Kelvin sign for its k', (email) => ({ email: email.replace('k', '\u212a') }), /says no email address/],
    ['it has half a character', (email) => ({ email: `${email}\ud800` }), /says no email address/],
  ])('AC84 takes over no account when %s', async (_when, claimsOf, message) => {
    const email = `k${randomBytes(6).toString('hex')}@example.com`;
    const { _id } = await createAccountWithPassword(test, { role: 'owner', email });
    const visitor = browser();
    const refused = await visitor.signIn(aPerson(claimsOf(email)));
    expect({ status: refused.statusCode, message: messageOf(refused) }).toEqual({
      status: 403,
      message: expect.stringMatching(message),
    });
    expect(visitor.cookies.has(SESSION)).toBe(false);
    expect(await accounts().findOne({ _id })).not.toHaveProperty('identity');
  });

  it('AC84 takes over no account when the address and its proof come from two places', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const { _id } = await createAccountWithPassword(test, { role: 'owner', email });
    provider.forge = ({ email_verified: _verified, groups: _groups, ...claims }) => claims;
    const person = aPerson({ email });
    provider.userinfo = { ...person, email: `other-${email}` };
    const refused = await browser().signIn(person);
    expect({ status: refused.statusCode, message: messageOf(refused) }).toEqual({
      status: 403,
      message: expect.stringMatching(/cannot be linked to you/),
    });
    expect(await accounts().findOne({ _id })).not.toHaveProperty('identity');
  });

  it.each([
    ['a look-alike letter', (email: string) => email.replace('a', '\u0430')],
    ['wide letters', (email: string) => email.replace('a', '\uff41')],
    ['a part of a look-alike domain', (email: string) => email.replace('example', 'ex\u0430mple')],
    ['a tag', (email: string) => email.replace('@', '+a@')],
    ['a dot at its end', (email: string) => `${email}.`],
  ])('AC84 is another one with %s', async (_with, change) => {
    const email = `a${randomBytes(6).toString('hex')}@example.com`;
    const { _id } = await createAccountWithPassword(test, { role: 'owner', email });
    expect((await browser().signIn(aPerson({ email: change(email) }))).statusCode).toBe(303);
    expect(await accounts().findOne({ _id })).not.toHaveProperty('identity');
  });
});

describe('groups', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `group-${index}`);

  it.each<[string, unknown, string | undefined]>([
    ['a text', 'ops', 'admin'],
    ['a text with a comma', 'staff,ops', undefined],
    ['a number', 5, undefined],
    ['true', true, undefined],
    ['an object', { ops: true, 0: 'ops', length: 1 }, undefined],
    ['lists in a list', [['ops'], { group: 'ops' }, null, 5], undefined],
    ['other letters', ['OPS', ' ops', 'ops '], undefined],
    ['names of every object', ['__proto__', 'constructor', 'toString'], undefined],
    ['10,000 entries', [...many, 'ops'], 'admin'],
    ['10,000 times the same', many.map(() => 'ops'), 'admin'],
  ])('AC85 are read as groups or not at all: %s', async (_what, groups, role) => {
    const person = aPerson();
    await browser().signIn(person);
    const { statusCode } = await browser().signIn({ ...person, groups });
    expect(statusCode).toBe(role === undefined ? 403 : 303);
    expect(await accountOf(person.email)).toMatchObject({ role: role ?? 'viewer' });
  });
});
