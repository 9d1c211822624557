import { randomBytes } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import type { TestApp } from '../test-app.js';
import { CLIENT, FakeOpenIdProvider, type Person, signed } from './fake-provider.js';
import { Browser, startWith } from './oidc-scene.js';

let provider: FakeOpenIdProvider;
let test: TestApp;
const clock = new MovableClock();
const clockOfMachine = Date.now;

/** Puts the clocks of the service, of its libraries and of the provider forward. */
function pass(milliseconds: number): void {
  const former = Date.now;
  Date.now = () => former() + milliseconds;
}

beforeAll(async () => {
  provider = await FakeOpenIdProvider.start();
  test = await startWith(provider, { clock });
});

beforeEach(() => provider.behave());

afterEach(() => {
  Date.now = clockOfMachine;
});

afterAll(async () => {
  await test.close();
  await provider.close();
});

const browser = () => new Browser(test, provider);

/** Somebody new at the provider. */
function aPerson(claims: object = {}): Person {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@example.com`, email_verified: true, groups: ['staff'], ...claims };
}

/** Signs in somebody new: the status, and whether that has left an account or a session. */
async function outcome(person = aPerson()) {
  const visitor = browser();
  const { statusCode } = await visitor.signIn(person);
  const account = await test.connection.collection('accounts').findOne({ email: person.email });
  return { status: statusCode, hasAccount: account !== null, hasSession: visitor.cookies.size > 0 };
}

const REFUSED = { status: 401, hasAccount: false, hasSession: false };
const SIGNED_IN = { status: 303, hasAccount: true, hasSession: true };

const own = (claims: JWTPayload, header: object) => signed(claims, { kid: 'one', ...header }, ownKey());
const foreign = (claims: JWTPayload, header: object) => signed(claims, header, provider.foreignKey.privateKey);
const ownKey = () => provider.keys.at(-1)!.privateKey;
const hmac = (claims: JWTPayload, secret: string) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new TextEncoder().encode(secret));

/** A token of the provider with another header, or other claims, that nobody has signed. */
async function altered(claims: JWTPayload, part: 0 | 1, change: object): Promise<string> {
  const parts = (await own(claims, {})).split('.');
  const given = JSON.parse(Buffer.from(parts[part]!, 'base64url').toString()) as object;
  parts[part] = Buffer.from(JSON.stringify({ ...given, ...change })).toString('base64url');
  return parts.join('.');
}

describe('the signature', () => {
  it.each<[string, (claims: JWTPayload) => unknown]>([
    ['none', (claims) => new UnsecuredJWT(claims).encode()],
    ['none, in other letters', (claims) => altered(claims, 0, { alg: 'nOnE' })],
    ['left out', async (claims) => (await own(claims, {})).replace(/[^.]+$/, '')],
    ['left out with its dot', async (claims) => (await own(claims, {})).replace(/\.[^.]+$/, '')],
    ['of other claims', (claims) => altered(claims, 1, { groups: ['owners'] })],
    ['HS256 with the secret of the client', (claims) => hmac(claims, CLIENT.secret)],
    ['HS256 with the public key', async (claims) => hmac(claims, await exportSPKI(provider.keys[0]!.publicKey))],
    [
      'HS256 with the published key',
      async (claims) => hmac(claims, JSON.stringify(await exportJWK(provider.keys[0]!.publicKey))),
    ],
    ['by an unknown key of a known name', (claims) => foreign(claims, { kid: 'one' })],
    ['by an unknown key without a name', (claims) => foreign(claims, {})],
    [
      'by a key in its header',
      async (claims) => foreign(claims, { jwk: await exportJWK(provider.foreignKey.publicKey) }),
    ],
    ['by a key that its header leads to', (claims) => foreign(claims, { kid: 'one', jku: `${provider.issuer}/jwks` })],
    ['by a key of another name', (claims) => own(claims, { kid: 'two' })],
    ['by a key whose name is a path', (claims) => own(claims, { kid: '../../../../dev/null' })],
    ['by a key whose name is a query', (claims) => own(claims, { kid: "one' OR '1'='1" })],
    ['by a key whose name is long', (claims) => own(claims, { kid: 'one'.repeat(50_000) })],
    ['by a key whose name is an object', (claims) => altered(claims, 0, { kid: { $ne: null } })],
    ['of an algorithm that is a number', (claims) => altered(claims, 0, { alg: 5 })],
    ['of an algorithm that is missing', (claims) => altered(claims, 0, { alg: undefined })],
    ['with an extension that must be understood', (claims) => altered(claims, 0, { crit: ['b64'], b64: false })],
    ['of an encrypted token', () => 'a.b.c.d.e'],
    ['of a text that is no token', () => 'a'],
    ['of a number', () => 5],
  ])('AC82 is refused: %s', async (_what, makeToken) => {
    // Whatever the provider says that it uses.
    provider.publishes = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none', 'nOnE', 5] };
    clock.forward(11 * MINUTE);
    provider.makeToken = makeToken;
    expect(await outcome()).toEqual(REFUSED);
  });
});

describe('the claims', () => {
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, object]>([
    ['issuer with a slash', { iss: `http://127.0.0.1/` }],
    ['issuer missing', { iss: undefined }],
    ['audience missing', { aud: undefined }],
    ['audience empty', { aud: [] }],
    ['audience that contains the client', { aud: `${CLIENT.id} another` }],
    ['audience that is an object', { aud: { [CLIENT.id]: true } }],
    ['party that is a list', { azp: [CLIENT.id] }],
    ['nonce that is a list', { nonce: ['a'] }],
    ['nonce that is null', { nonce: null }],
    ['expiry missing', { exp: undefined }],
    ['expiry that is a text', { exp: '9999999999' }],
    ['expiry that is null', { exp: null }],
    ['time of issue missing', { iat: undefined }],
    ['time of issue that is a text', { iat: 'now' }],
    ['beginning that is a text', { nbf: '0' }],
    ['subject missing', { sub: undefined }],
    ['subject empty', { sub: '' }],
    ['subject that is a number', { sub: 42 }],
    ['subject that is an object', { sub: { $ne: null } }],
    ['subject of more than 255 characters', { sub: 'a'.repeat(256) }],
    ['subject with a character that nothing can store', { sub: 'ada\ud800' }],
    ['subject with a control character', { sub: 'ada\0' }],
  ])('AC82 are refused: %s', async (_what, change) => {
    provider.forge = (claims) => ({ ...claims, ...change });
    expect(await outcome()).toEqual(REFUSED);
  });

  it('AC82 are refused when they are a list', async () => {
    provider.makeToken = async (claims) => altered(claims, 1, {}).then((token) => token.replace(/\.[^.]+\./, '.W10.'));
    expect(await outcome()).toEqual(REFUSED);
  });

  it('AC82 count once: the token of an earlier sign-in, of the same person too', async () => {
    const person = aPerson();
    let first: string | undefined;
    provider.makeToken = async (claims) => (first ??= await own({ ...claims, exp: now() + 86_400 }, {}));
    expect(await outcome(person)).toEqual(SIGNED_IN);
    expect((await browser().signIn(person)).statusCode).toBe(401);
  });
});

describe('what the userinfo endpoint adds', () => {
  it.each<[string, object, number]>([
    ['is about somebody else', { sub: 'another', email: 'ada@example.com', email_verified: true }, 401],
    ['is about nobody', { email: 'ada@example.com', email_verified: true }, 401],
    ['is a list', [], 401],
  ])('AC83 is refused when it %s', async (_what, userinfo, status) => {
    Object.assign(provider, { hasThinTokens: true, userinfo });
    expect(await outcome()).toEqual({ ...REFUSED, status });
  });

  it('AC83 changes nobody: neither the issuer nor the subject', async () => {
    const person = aPerson({ iss: 'https://login.example.com', aud: 'another', nonce: 'another' });
    provider.hasThinTokens = true;
    expect(await outcome(person)).toEqual(SIGNED_IN);
    const account = await test.connection.collection('accounts').findOne({ email: person.email });
    expect(account).toMatchObject({ identity: { issuer: provider.issuer, subject: person.sub } });
  });
});

describe('the keys', () => {
  /** Publishes a new key, which signs from now on, in place of those before. */
  async function rotate(): Promise<void> {
    provider.keys = [{ ...(await generateKeyPair('RS256')), kid: randomBytes(4).toString('hex') }];
  }

  it('AC82 are read once, and again when one is new; the former ones stop', async () => {
    clock.forward(11 * MINUTE);
    expect([await outcome(), await outcome()]).toEqual([SIGNED_IN, SIGNED_IN]);
    expect(provider.count('/jwks')).toBe(1);
    const [former] = provider.keys;
    await rotate();
    pass(MINUTE);
    expect([await outcome(), await outcome()]).toEqual([SIGNED_IN, SIGNED_IN]);
    expect(provider.count('/jwks')).toBe(2);
    provider.makeToken = (claims) => signed(claims, { kid: former!.kid }, former!.privateKey);
    expect(await outcome()).toEqual(REFUSED);
  });

  it('AC82 stop within five minutes of their removal, although nothing new has come', async () => {
    clock.forward(11 * MINUTE);
    const [former] = provider.keys;
    expect(await outcome()).toEqual(SIGNED_IN);
    await rotate();
    provider.makeToken = (claims) => signed(claims, { kid: former!.kid }, former!.privateKey);
    pass(5 * MINUTE);
    expect(await outcome()).toEqual(REFUSED);
  });

  it('AC82 are read a few times, however many tokens at once name unknown ones', async () => {
    clock.forward(11 * MINUTE);
    provider.makeToken = (claims) => own(claims, { kid: randomBytes(4).toString('hex') });
    const flood = () => Promise.all(Array.from({ length: 50 }, () => outcome()));
    expect(new Set((await flood()).map(({ status }) => status))).toEqual(new Set([401]));
    pass(2 * MINUTE);
    await flood();
    expect(provider.count('/jwks')).toBeLessThanOrEqual(4);
    expect(provider.count('/.well-known/openid-configuration')).toBeLessThanOrEqual(2);
  });
});
