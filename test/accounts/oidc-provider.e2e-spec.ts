import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ProviderDeadline } from '../../src/accounts/oidc/provider-fetch.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import type { TestApp } from '../test-app.js';
import { FakeOpenIdProvider, type Person } from './fake-provider.js';
import { Browser, START, startWith } from './oidc-scene.js';

const METADATA = '/.well-known/openid-configuration';
const ENDPOINTS = [METADATA, '/token', '/jwks', '/userinfo'];
const MEGABYTE = 1_048_576;

let provider: FakeOpenIdProvider;
let test: TestApp;
/** A server of the operator's network, which the provider must not reach through this service. */
let inside: Server;
let reached: string[];
const clock = new MovableClock();

beforeAll(async () => {
  provider = await FakeOpenIdProvider.start();
  inside = createServer((request, response) => {
    reached.push(request.url!);
    response.end('{}');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  test = await startWith(provider, { clock, providerSeconds: new ProviderDeadline().seconds });
});

beforeEach(() => {
  provider.behave();
  reached = [];
  // What is known of the provider is read again.
  clock.forward(11 * MINUTE);
});

afterEach(() => allow(new ProviderDeadline().seconds));

afterAll(async () => {
  await test.close();
  await provider.close();
  inside.closeAllConnections();
  await new Promise((resolve) => inside.close(resolve));
});

const insideUrl = () => `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;

/** How long the provider has for each response. */
function allow(seconds: number): void {
  Object.assign(test.app.get(ProviderDeadline), { seconds });
}

function aPerson(): Person {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@example.com`, email_verified: true, groups: ['staff'] };
}

/** Tries to sign in: the status of the beginning if that fails, otherwise that of the return. */
async function outcome(): Promise<number> {
  const [person, visitor] = [aPerson(), new Browser(test, provider)];
  const begun = await visitor.open(START);
  if (begun.statusCode !== 303) return begun.statusCode;
  const back = provider.signIn(String(begun.headers.location), person);
  const { statusCode } = await visitor.comeBack(back);
  const hasSession = visitor.cookies.has('carillon-session-3000');
  expect({ statusCode, hasSession }).toEqual({ statusCode, hasSession: statusCode === 303 });
  return statusCode;
}

describe('what the provider publishes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['no issuer', { issuer: undefined }],
    ['another issuer', { issuer: 'https://login.example.com' }],
    ['an issuer that is a list', { issuer: ['https://login.example.com'] }],
    ['no place to sign in at', { authorization_endpoint: undefined }],
    ['a script to sign in at', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a file to sign in at', { authorization_endpoint: 'file:///etc/passwd' }],
    ['a number to sign in at', { authorization_endpoint: 5 }],
    ['no place for codes', { token_endpoint: undefined }],
    ['a file for codes', { token_endpoint: 'file:///etc/passwd' }],
    ['a path for codes', { token_endpoint: '/token' }],
    ['no keys', { jwks_uri: undefined }],
    ['a file of keys', { jwks_uri: 'file:///etc/passwd' }],
    ['keys in their own address', { jwks_uri: 'data:application/json,{"keys":[]}' }],
    ['algorithms that are a number', { id_token_signing_alg_values_supported: [5] }],
  ])('AC89 signs in nobody with a sentence instead of an error of ours: %s', async (_what, publishes) => {
    provider.publishes = publishes;
    expect([401, 503]).toContain(await outcome());
  });

  it.each(['', '[]', 'null', '"a"', '{', '[1,2]', '['.repeat(100_000), '<html></html>'])(
    'AC89 is refused when it is not an object: %#',
    async (body) => {
      provider.instead[METADATA] = { status: 200, body };
      expect(await outcome()).toBe(503);
    },
  );

  it.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'AC89 reaches nothing in the network of the operator: %s',
    async (name) => {
      provider.hasThinTokens = true;
      for (const address of [`${insideUrl()}/inside`, `${insideUrl().replace('127.0.0.1', 'localhost')}/inside`]) {
        provider.publishes = { [name]: address };
        clock.forward(11 * MINUTE);
        expect(await outcome()).toBe(503);
      }
      expect(reached).toEqual([]);
    },
  );

  it.each(['http://169.254.169.254/token', 'http://login.example.com/token', 'http://[::ffff:127.0.0.1]/token'])(
    'AC89 sends codes and secrets neither to other servers without TLS nor to metadata addresses: %s',
    async (address) => {
      provider.publishes = { token_endpoint: address };
      expect(await outcome()).toBe(503);
    },
  );
});

describe('a response of the provider', () => {
  const thin = () => Object.assign(provider, { hasThinTokens: true });

  it.each([301, 302, 303, 307, 308])('AC89 redirects no request: %i', async (status) => {
    thin();
    for (const path of ENDPOINTS) {
      provider.instead = { [path]: { status, body: '{}', headers: { location: `${insideUrl()}/inside` } } };
      clock.forward(11 * MINUTE);
      expect({ path, status: await outcome() }).toEqual({ path, status: 503 });
    }
    expect(reached).toEqual([]);
  });

  it.each(['', '{', '[]', '[{}]', 'null', '5', '{"keys":5}', '{"keys":[null]}', '{"keys":[{"kty":"RSA"}]}'])(
    'AC89 signs in nobody when it is broken: %j',
    async (body) => {
      thin();
      for (const path of ENDPOINTS) {
        provider.instead = { [path]: { status: 200, body } };
        clock.forward(11 * MINUTE);
        expect([401, 503]).toContain(await outcome());
      }
    },
  );

  it.each<[string, (response: ServerResponse) => void]>([
    ['of an unknown status', (response) => response.writeHead(799).end('{}')],
    ['without content', (response) => response.writeHead(204).end()],
    ['that is a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')],
    ['without a type', (response) => response.writeHead(200).end('{}')],
    ['with a challenge', (response) => response.writeHead(401, { 'www-authenticate': 'Bearer error="é' }).end()],
    [
      'with odd headers',
      (response) => response.writeHead(200, { 'x-odd': 'é\u00ff', 'content-type': 'é/é' }).end('{}'),
    ],
    [
      'that is cut off',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
    ],
    ['that is no HTTP', (response) => response.socket!.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ])('AC89 signs in nobody with a sentence instead of an error of ours: %s', async (_what, write) => {
    thin();
    for (const path of ENDPOINTS) {
      provider.writes = { [path]: write };
      clock.forward(11 * MINUTE);
      expect([401, 503]).toContain(await outcome());
    }
  });

  it('AC87 is repeated in short', async () => {
    const long = 'x'.repeat(MEGABYTE / 4);
    const texts = { error: long, error_description: long };
    provider.instead['/token'] = { status: 400, body: JSON.stringify(texts) };
    const visitor = new Browser(test, provider);
    const { body } = await visitor.signIn(aPerson());
    expect(body.length).toBeLessThan(1000);
  });

  it.each(ENDPOINTS)('AC89 is read for a limited time: %s', async (path) => {
    allow(0.2);
    thin();
    provider.writes[path] = drip;
    expect(await outcome()).toBe(503);
  });

  it.each(ENDPOINTS)('AC89 is read up to a limit: %s', async (path) => {
    thin();
    let sent = 0;
    provider.writes[path] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(65_536, ' ');
      const more = (): void => {
        while (!response.destroyed && sent < 100 * MEGABYTE) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end('{}');
      };
      more();
    };
    expect(await outcome()).toBe(503);
    // What the sockets of both sides hold is sent, too.
    expect(sent).toBeLessThan(16 * MEGABYTE);
  });

  const bomb = gzipSync(Buffer.alloc(100 * MEGABYTE, ' '), { level: 1 });

  it.each(ENDPOINTS)('AC89 is not unfolded: %s', async (path) => {
    thin();
    provider.writes[path] = (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    const before = process.memoryUsage().rss;
    expect([401, 503]).toContain(await outcome());
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * MEGABYTE);
  });
});

/** Sends a byte from time to time, without an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}
