import { randomBytes } from 'node:crypto';
import { createAccountWithPassword, hashWith, PASSWORD } from '../builders/account.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import { Guesses } from '../../src/accounts/guesses/guesses.service.js';
import { MAX_ENTRIES_PER_HOUR } from '../../src/accounts/guesses/failed-attempts.service.js';
import type { ApiResponse } from '../api-client.js';
import { entriesOf } from '../audit/entries.js';
import { aPerson } from '../audit/people.js';
import { countCommands } from '../delivery/store-probe.js';
import { CHEAP_HASH, startTestApp, type TestApp } from '../test-app.js';
import { cookieOf, type Sender, sender, signedIn, signIn, storedAccount } from './people-scene.js';

const SECOND = 1000;

describe('signing in', () => {
  const clock = new MovableClock();
  let test: TestApp;
  /** Another process on the same store; people reach it by TLS. */
  let other: TestApp;

  beforeAll(async () => {
    clock.stop();
    const namespace = `t${randomBytes(5).toString('hex')}`;
    test = await startTestApp({ namespace, clock });
    other = await startTestApp({
      namespace,
      clock,
      settings: { ROLE: 'api', PUBLIC_URL: 'https://notify.example.com', TRUSTED_PROXIES: '192.0.2.0/24' },
    });
  });

  afterAll(async () => {
    await other.app.close();
    await test.close();
  });

  /** An address of its own for each test. */
  const anAddress = (): string => `10.${[...randomBytes(3)].join('.')}`;

  /** A response without what differs from request to request. */
  function comparable({ status, body }: ApiResponse): unknown {
    const { timestamp: _timestamp, ...rest } = body as Record<string, unknown>;
    return { status, ...rest };
  }

  describe('AC1: a session', () => {
    it('is a token for programs, stored as its hash alone', async () => {
      const { email } = await createAccountWithPassword(test);
      const { status, body } = await signIn(test, { email: ` ${email.toUpperCase()} ` });
      expect({ status, email: body.data.account.email }).toEqual({ status: 201, email });
      const bearer = sender(test, { authorization: `Bearer ${body.data.token}` });
      expect(await bearer('GET', '/v1/session')).toMatchObject({ status: 200, body: { data: { account: { email } } } });
      const sessions = await test.connection.collection('person_sessions').find().toArray();
      expect(JSON.stringify(sessions)).not.toContain(body.data.token);
    });

    it.each([
      ['plain HTTP', () => test, /^carillon-session-\d+=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/],
      ['TLS', () => other, /^carillon-session-\d+=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax; Secure$/],
    ] as const)('is a cookie for browsers, over %s, and no token that pages could read', async (_over, app, form) => {
      const { email } = await createAccountWithPassword(test);
      const response = await signIn(app(), { email }, { headers: { 'sec-fetch-site': 'same-origin' } });
      expect(response.body.data.token).toBeUndefined();
      const { cookie, text } = cookieOf(response);
      expect(text).toMatch(form);
      expect(await sender(test, { cookie })('GET', '/v1/session')).toMatchObject({ status: 200 });
    });

    it('is a new one each time, and the one that the browser had before ends', async () => {
      const { email } = await createAccountWithPassword(test);
      const headers = { 'sec-fetch-site': 'same-origin' };
      const { cookie } = cookieOf(await signIn(test, { email }, { headers }));
      const next = cookieOf(await signIn(test, { email }, { headers: { ...headers, cookie } }));
      expect(next.cookie).not.toBe(cookie);
      expect(await sender(test, { cookie })('GET', '/v1/session')).toMatchObject({ status: 401 });
      expect(await sender(test, next)('GET', '/v1/session')).toMatchObject({ status: 200 });
    });

    it('shows who has signed in, and what they may do where', async () => {
      const [development, production] = await test.connection
        .collection('environments')
        .find()
        .sort({ _id: 1 })
        .toArray();
      const { _id, email } = await createAccountWithPassword(test, {
        name: 'Ada',
        environmentRoles: [{ environmentId: production!._id, role: 'none' }],
      });
      const { send } = await signedIn(test, email);
      const { body } = await send('GET', '/v1/session');
      expect(body.data).toEqual({
        account: {
          id: _id.toHexString(),
          email,
          name: 'Ada',
          role: 'author',
          hasPassword: true,
          hasSecondFactor: false,
        },
        environments: [
          {
            id: String(development!._id),
            name: 'Development',
            identifier: development!.identifier,
            type: 'dev',
            protected: false,
            failover: true,
            payloadRedirects: 'single',
            linkSchemes: [],
            maskedPayloadKeys: [],
            contentRetentionDays: 0,
            role: 'author',
            permissions: expect.arrayContaining(['events:write', 'workflows:write', 'environments:publish']),
          },
        ],
        permissions: [],
        session: { id: expect.any(String), createdAt: expect.any(String), expiresAt: expect.any(String) },
      });
      expect(JSON.stringify(body)).not.toMatch(/secrets:read|sealed|hash/);
      const owner = await signedIn(test, (await createAccountWithPassword(test, { role: 'owner' })).email);
      const asOwner = (await owner.send('GET', '/v1/session')).body.data;
      expect(asOwner.permissions).toEqual(['audit:export', 'members:read', 'members:write', 'owners:write']);
      expect(asOwner.environments).toHaveLength(2);
    });

    it('is for people: an API key is told so', async () => {
      expect(await test.api.get('/v1/session')).toMatchObject({
        status: 403,
        body: { hint: expect.stringMatching(/people/) },
      });
    });
  });

  it('AC2: a session ends when it was not used for too long, and at its absolute end', async () => {
    const { email } = await createAccountWithPassword(test);
    const { send } = await signedIn(test, email);
    const status = async () => (await send('GET', '/v1/session')).status;
    clock.forward(719 * MINUTE);
    expect(await status()).toBe(200);
    clock.forward(719 * MINUTE);
    expect(await status()).toBe(200);
    clock.forward(720 * MINUTE);
    expect(await status()).toBe(401);
    const next = await signedIn(test, email);
    for (let hours = 0; hours < 14 * 24 - 10; hours += 10) {
      clock.forward(600 * MINUTE);
      expect((await next.send('GET', '/v1/session')).status).toBe(200);
    }
    clock.forward(600 * MINUTE);
    expect((await next.send('GET', '/v1/session')).status).toBe(401);
    expect(
      (await signedIn(test, email).then(({ send: again }) => again('GET', '/v1/sessions'))).body.data,
    ).toHaveLength(1);
  });

  describe('AC4: pages of other sites', () => {
    const host = 'carillon.example.com';

    it.each<[string, Record<string, string>, number]>([
      ['a program', {}, 201],
      ['its own page', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, 201],
      ['its own page in an old browser', { host, origin: `http://${host}` }, 201],
      ['the address bar', { 'sec-fetch-site': 'none' }, 201],
      ['another site', { host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
      ['another name of the same site', { host, origin: `http://x.${host}`, 'sec-fetch-site': 'same-site' }, 403],
      ['another site in an old browser', { host, origin: 'https://evil.example' }, 403],
      ['a frame without origin', { host, origin: 'null' }, 403],
      ['another port', { host, origin: `http://${host}:8080` }, 403],
    ])('%s signs in: %j is %d', async (_who, headers, status) => {
      const { email } = await createAccountWithPassword(test);
      const response = await signIn(test, { email }, { headers });
      expect({ status: response.status, cookie: cookieOf(response).text !== '' }).toEqual({
        status,
        cookie: status === 201,
      });
    });

    it.each<[string, Record<string, string>, number]>([
      [
        'its own page',
        { 'carillon-request': '1', host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
        204,
      ],
      ['its own page in an old browser', { 'carillon-request': '1', host, origin: `http://${host}` }, 204],
      ['a page that adds no header', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, 403],
      ['another site', { 'carillon-request': '1', host, origin: 'https://evil.example' }, 403],
      ['another site, which hides it', { 'carillon-request': '1', 'sec-fetch-site': 'cross-site' }, 403],
      ['another name of the same site', { 'carillon-request': '1', 'sec-fetch-site': 'same-site' }, 403],
      ['the address bar', { 'carillon-request': '1', 'sec-fetch-site': 'none' }, 403],
    ])('%s changes something with the cookie: %j is %d', async (_who, headers, status) => {
      const { email } = await createAccountWithPassword(test);
      const { cookie } = cookieOf(await signIn(test, { email }));
      expect(await sender(test, { cookie, ...headers })('DELETE', '/v1/sessions')).toMatchObject({ status });
    });

    it.each([
      ['a proxy that is trusted', '192.0.2.1', 201],
      ['anyone else', '198.51.100.1', 403],
    ])('are told apart by the name that %s passes on', async (_who, address, status) => {
      const { email } = await createAccountWithPassword(test);
      const headers = { host: 'internal:3000', 'x-forwarded-host': host, origin: `https://${host}` };
      expect(await signIn(other, { email }, { headers, address })).toMatchObject({ status });
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'cannot send %s, as forms do',
      async (type) => {
        const { email } = await createAccountWithPassword(test);
        const payload = JSON.stringify({ email, password: PASSWORD });
        const request = { method: 'POST', url: '/v1/session', payload, headers: { 'content-type': type } } as const;
        expect(await test.anonymous.request(request)).toMatchObject({ status: 415 });
      },
    );
  });

  describe('AC5: guesses', () => {
    it('are counted exactly, concurrently in two processes, and slowed; the right password forgets them', async () => {
      const { email } = await createAccountWithPassword(test);
      const address = anAddress();
      const guess = (app: TestApp, password = 'wrong-password') => signIn(app, { email, password }, { address });
      const together = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index % 2 ? test : other)));
      const statuses = together.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(35);
      for (const seconds of [1, 2]) {
        const refused = await guess(test, PASSWORD);
        expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': String(seconds) } });
        expect(refused.body.message).toMatch(new RegExp(`possible in ${seconds} second`));
        clock.forward(seconds * SECOND - 1);
        expect(await guess(other, PASSWORD)).toMatchObject({ status: 429 });
        clock.forward(1);
        if (seconds === 1) expect(await guess(other)).toMatchObject({ status: 401 });
      }
      expect(await guess(test, PASSWORD)).toMatchObject({ status: 201 });
      for (let count = 0; count < 5; count++) expect(await guess(other)).toMatchObject({ status: 401 });
      expect(await guess(other)).toMatchObject({ status: 429 });
    });

    it('are slowed for an account from anywhere, and for an address with any account', async () => {
      const { email, organizationId } = await createAccountWithPassword(test);
      const guesses = test.app.get(Guesses);
      for (let count = 0; count < 25; count++) await guesses.begin({ organizationId, email, address: anAddress() });
      expect(await signIn(other, { email }, { address: anAddress() })).toMatchObject({ status: 429 });
      const address = anAddress();
      for (let count = 0; count < 50; count++)
        await guesses.begin({ organizationId, email: `${count}@example.com`, address });
      const { email: second } = await createAccountWithPassword(test);
      expect(await signIn(other, { email: second }, { address })).toMatchObject({ status: 429 });
      expect(await signIn(other, { email: second }, { address: anAddress() })).toMatchObject({ status: 201 });
    });

    it.each<[string, () => TestApp, string, string]>([
      ['a proxy that is trusted', () => other, '192.0.2.1', '203.0.113.9'],
      ['anyone else', () => other, '198.51.100.1', '198.51.100.1'],
      ['anyone, where no proxy is trusted', () => test, '192.0.2.1', '192.0.2.1'],
    ])('are counted for the address that %s names', async (_who, app, address, seen) => {
      const { email } = await createAccountWithPassword(test);
      const headers = { 'x-forwarded-for': '203.0.113.1, 203.0.113.9' };
      const { body } = await signIn(app(), { email }, { headers, address });
      const sessions = await sender(test, { authorization: `Bearer ${body.data.token}` })('GET', '/v1/sessions');
      expect(sessions.body.data).toMatchObject([{ address: seen }]);
    });

    it('of many who succeed do not slow their address', async () => {
      const guesses = test.app.get(Guesses);
      const { organizationId } = await createAccountWithPassword(test);
      const address = anAddress();
      for (let count = 0; count < 100; count++)
        await guesses.succeeded(await guesses.begin({ organizationId, email: `${count}@example.org`, address }));
    });
  });

  describe('AC6: those who guess', () => {
    it.each<[string, () => Promise<string>]>([
      ['an unknown email', () => Promise.resolve('nobody@example.com')],
      ['an account without a password', async () => (await createAccountWithPassword(test, { password: null })).email],
    ])('learn nothing: %s is answered as a wrong password, also when they are slowed', async (_what, emailOf) => {
      const known = (await createAccountWithPassword(test)).email;
      const unknown = await emailOf();
      for (let count = 0; count < 6; count++) {
        const guess = async (email: string) =>
          comparable(await signIn(test, { email, password: 'wrong-password' }, { address: anAddressOf(email) }));
        const seen = await guess(unknown);
        expect(seen).toEqual(await guess(known));
        expect(seen).toMatchObject({ status: count < 5 ? 401 : 429 });
      }
    });

    const addresses = new Map<string, string>();
    const anAddressOf = (email: string): string => {
      const address = addresses.get(email) ?? anAddress();
      addresses.set(email, address);
      return address;
    };

    it('cannot keep out the owner, at an address from which they have signed in', async () => {
      const { email, organizationId } = await createAccountWithPassword(test);
      const home: Sender = { address: anAddress() };
      expect(await signIn(test, { email }, home)).toMatchObject({ status: 201 });
      const guesses = test.app.get(Guesses);
      for (let count = 0; count < 25; count++) await guesses.begin({ organizationId, email, address: anAddress() });
      expect(await signIn(test, { email }, { address: anAddress() })).toMatchObject({ status: 429 });
      expect(await signIn(other, { email }, home)).toMatchObject({ status: 201 });
    });
  });

  describe('AU9: attempts that fail are in the audit trail', () => {
    beforeEach(() => clock.forward(60 * MINUTE));

    const guess = (email: string, address: string) =>
      signIn(test, { email, password: 'wrong-password' }, { address, headers: { 'user-agent': 'Guesser/1' } });

    it.each([
      ['a member', true],
      ['nobody', false],
    ])('the first for %s, and the one after which further ones are slowed', async (_who, isKnown) => {
      const member = await createAccountWithPassword(test);
      const email = isKnown ? member.email : `x-${member.email}`;
      const address = anAddress();
      const entries = await entriesOf(test, async () => {
        for (let count = 0; count < 8; count++) await guess(email, address);
      });
      const id = member._id.toHexString();
      const who = isKnown ? { id, name: email } : { name: expect.stringMatching(/^hidden:[0-9a-f]{24}$/) };
      const entry = {
        kind: 'session',
        result: 'refused',
        operation: 'Session_create',
        actor: { type: 'anonymous', ...who },
        origin: { address, userAgent: 'Guesser/1' },
        resourceIds: isKnown ? [id, email] : [who.name],
      };
      const failed = { path: 'failed', after: 'password' };
      expect(entries).toMatchObject([
        { ...entry, changes: [failed, { path: 'failures', after: 1 }] },
        {
          ...entry,
          changes: [failed, { path: 'failures', after: 5 }, { path: 'slowed', after: 'account and address' }],
        },
      ]);
      expect(entries.some(({ environment }) => environment)).toBe(false);
      expect(JSON.stringify(entries).includes(email)).toBe(isKnown);
      const owner = (await aPerson(test, 'owner')).in('Development');
      const found = await owner.get(`/v1/audit?resourceId=${encodeURIComponent(email)}`);
      expect(found.body.data).toHaveLength(2);
    });

    it('at the same cost for a member and for nobody', async () => {
      const { email } = await createAccountWithPassword(test);
      // The end of the trail is known then.
      await guess('somebody-else@example.com', anAddress());
      const costs: number[][] = [];
      for (const one of [email, 'nobody-at-all@example.com']) {
        const address = anAddress();
        const commands: number[] = [];
        for (let count = 0; count < 6; count++) commands.push(await countCommands(() => guess(one, address)));
        costs.push(commands);
      }
      expect(costs[0]).toEqual(costs[1]);
      // An attempt that is not noted costs nothing for the trail.
      expect(costs[0]![0]! - costs[0]![1]!).toBe(3);
    });

    it('of a session that guesses the password of its person, as that person', async () => {
      const { email, _id } = await createAccountWithPassword(test);
      const { send } = await signedIn(test, email);
      const change = { currentPassword: 'wrong-password', newPassword: 'quiet-herons-stand' };
      const entries = await entriesOf(test, () => send('PUT', '/v1/session/password', change));
      expect(entries).toMatchObject([
        { operation: 'Session_proof', result: 'refused', actor: { type: 'person', id: _id.toHexString() } },
      ]);
    });

    it('and cannot fill it, in all processes together', async () => {
      const entries = await entriesOf(test, () =>
        Promise.all(
          Array.from({ length: 4 }, async (_, part) => {
            for (let count = 0; count < 30; count++) {
              const credentials = { email: `${part}-${count}@example.net`, password: 'wrong-password' };
              await signIn(part % 2 ? test : other, credentials, { address: anAddress() });
            }
          }),
        ),
      );
      expect(entries).toHaveLength(MAX_ENTRIES_PER_HOUR);
      const until = { path: 'furtherOnesLeftOutUntil', after: expect.any(String) };
      expect(entries.filter(({ changes }) => changes.length === 3)).toMatchObject([
        { changes: [{ path: 'failed' }, { path: 'failures' }, until] },
      ]);
    });
  });

  it('AC8: a hash made with less work than today is replaced when its password is known', async () => {
    const account = await createAccountWithPassword(test, { hash: hashWith(PASSWORD, 256) });
    const { email } = account;
    await signIn(test, { email, password: 'wrong-password' });
    expect((await storedAccount(test, account)).password?.scrypt.N).toBe(256);
    await signedIn(test, email);
    expect((await storedAccount(test, account)).password?.scrypt).toEqual(CHEAP_HASH);
    await signedIn(test, email);
  });

  describe('passwords, codes and tokens', () => {
    const secret = 'A-Secret-8e1f';

    it.each<[string, object]>([
      ['a password that is too long', { email: 'a@example.com', password: secret.repeat(40) }],
      ['an email that is missing', { password: secret }],
      ['a password that is a list', { email: 'a@example.com', password: [secret] }],
      ['a code that is too long', { email: 'a@example.com', password: 'x', code: secret.repeat(6) }],
    ])('are in no error: %s', async (_what, payload) => {
      const { status, body } = await test.anonymous.post('/v1/session', payload);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).not.toContain(secret);
    });

    it('are stored nowhere, also with an Idempotency-Key', async () => {
      const { email } = await createAccountWithPassword(test);
      const headers = { authorization: `ApiKey ${test.api.apiKey}`, 'idempotency-key': 'once' };
      const [first, second] = [await signIn(test, { email }, { headers }), await signIn(test, { email }, { headers })];
      expect(first.body.data.token).not.toBe(second.body.data.token);
      for (const { name } of await test.connection.listCollections()) {
        const stored = JSON.stringify(await test.connection.collection(name).find().toArray());
        for (const text of [PASSWORD, first.body.data.token, secret])
          expect({ [name]: stored.includes(text) }).toEqual({ [name]: false });
      }
    });
  });
});
