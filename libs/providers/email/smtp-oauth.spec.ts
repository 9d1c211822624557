import type { SMTPServerAuthentication } from 'smtp-server';
import type { Account } from '../kit/account.js';
import type { ProviderResult, World } from '../kit/provider.js';
import { FakeService, type ServiceResponse } from '../testing/fake-service.js';
import { MailServer, socketWorld } from '../testing/mail-server.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { SELF_SIGNED } from '../testing/test-certificate.js';
import { SmtpPools, smtpProvider } from './nodemailer.js';
import { tokenRequestOf } from './smtp-oauth.js';

const CLIENT = { clientId: 'client-1', clientSecret: 'client-secret-1' };
const APPLICATION = { ...CLIENT, authType: 'client_credentials', tenantId: 'acme' } as const;
const CONSENT = { ...CLIENT, authType: 'refresh_token', refreshToken: 'refresh-1' } as const;
const OF_CLIENT = { client_id: 'client-1', client_secret: 'client-secret-1' };

describe('the token of a mailbox', () => {
  it.each<[string, Account, object | undefined]>([
    ['is not needed with a password', { user: 'shop', password: 'secret' }, undefined],
    ['is not needed with a password that is named', { authType: 'password', ...CLIENT }, undefined],
    [
      'is fetched at Microsoft as an application',
      APPLICATION,
      {
        url: 'https://login.microsoftonline.com/acme/oauth2/v2.0/token',
        form: {
          grant_type: 'client_credentials',
          ...OF_CLIENT,
          scope: 'https://outlook.office365.com/.default',
        },
      },
    ],
    [
      'is fetched at Google with a consent',
      CONSENT,
      {
        url: 'https://oauth2.googleapis.com/token',
        form: { grant_type: 'refresh_token', refresh_token: 'refresh-1', ...OF_CLIENT },
      },
    ],
    [
      'is fetched at Microsoft with a consent',
      { ...CONSENT, tenantId: 'a/b' },
      {
        url: 'https://login.microsoftonline.com/a%2Fb/oauth2/v2.0/token',
        form: { grant_type: 'refresh_token', refresh_token: 'refresh-1', ...OF_CLIENT },
      },
    ],
    [
      'is fetched elsewhere when the account says so',
      { ...APPLICATION, tenantId: '', tokenUrl: 'https://id.example.com/token', scope: 'mail' },
      {
        url: 'https://id.example.com/token',
        form: { grant_type: 'client_credentials', ...OF_CLIENT, scope: 'mail' },
      },
    ],
  ])('%s', (_rule, account, expected) => {
    expect(tokenRequestOf(account)).toEqual(expected);
  });

  it.each([
    ['clientId', { ...APPLICATION, clientId: '' }],
    ['clientSecret', { ...CONSENT, clientSecret: '' }],
    ['refreshToken', { ...CONSENT, refreshToken: '' }],
    ['tenantId', { ...APPLICATION, tenantId: '' }],
    ['tokenUrl', { ...CONSENT, tokenUrl: 'file:///etc/passwd' }],
  ])('S1: without a proper %s the account is incomplete', (key, account) => {
    expect(() => tokenRequestOf(account)).toThrow(`"${key}"`);
  });
});

describe('a mail server that takes tokens alone', () => {
  let mail: MailServer;
  let service: FakeService;
  let account: Account;
  let accepted: string;
  let logins: string[];
  let given: number;
  const provider = smtpProvider(new SmtpPools());

  beforeAll(async () => {
    service = await FakeService.start();
    mail = await MailServer.start({
      authMethods: ['XOAUTH2'],
      authOptional: false,
      onAuth: ({ username = '', accessToken = '' }: SMTPServerAuthentication, _session, done) => {
        logins.push(`${username} ${accessToken}`);
        // Google says no with 334 and then 535, Microsoft with 535.
        if (accessToken === accepted) done(null, { user: username });
        else if (username === 'google@example.com') done(null, { data: { status: '400' } });
        else done(Object.assign(new Error(`5.7.3 no: ${accessToken}`), { responseCode: 535 }));
      },
    });
  });
  beforeEach(() => {
    [accepted, logins, given] = ['token-1', [], 0];
    service.received.length = 0;
    service.respond = () => {
      given += 1;
      return { status: 200, body: JSON.stringify({ access_token: `token-${given}`, expires_in: 3599 }) };
    };
    account = {
      host: 'localhost',
      port: String(mail.port),
      tlsOptions: { ca: SELF_SIGNED.cert },
      user: 'shop@example.com',
      ...APPLICATION,
      ...SAMPLE_SENDER,
    };
  });
  afterEach(() => provider.forget?.(account));
  afterAll(async () => {
    await mail.close();
    await service.close();
  });

  const world = (now?: Date): World => ({
    ...socketWorld(),
    http: service.exchange(),
    ...(now && { now: () => now }),
  });
  const send = (now?: Date): Promise<ProviderResult> =>
    provider.send({ key: '6925a1f0c0ffee0123456789', content: SAMPLE_EMAIL, overrides: {} }, account, world(now));
  /** Messages of a later time have a connection of their own. */
  const reconnect = (): void => mail.dropConnections();

  it('G16: gets one, which is fetched once for all connections', async () => {
    expect(await send()).toMatchObject({ ok: true });
    reconnect();
    expect(await send()).toMatchObject({ ok: true });
    expect(await provider.signIn!(account, world())).toEqual({ ok: true });
    expect(logins).toEqual(Array(3).fill('shop@example.com token-1'));
    expect(service.received.map(({ url }) => url)).toEqual([
      'https://login.microsoftonline.com/acme/oauth2/v2.0/token',
    ]);
  });

  it.each(['shop@example.com', 'google@example.com'])(
    'G16: gets a new one when it refuses that of %s',
    async (user) => {
      account = { ...account, user };
      await send();
      reconnect();
      accepted = 'token-2';
      expect(await send()).toMatchObject({ ok: true });
      expect(logins.at(-1)).toBe(`${user} token-2`);
      expect(given).toBe(2);
    },
  );

  it('S1: is asked once when it refuses a new token, which is the fault of the account', async () => {
    accepted = 'another';
    expect(await send()).toMatchObject({
      ok: false,
      fault: 'account',
      statusCode: 535,
      error: '535 5.7.3 no: ***',
    });
    expect([given, logins.length]).toEqual([1, 1]);
  });

  it('G16: gets a new one when the old one has expired', async () => {
    await send(new Date('2026-03-01T12:00:00Z'));
    reconnect();
    accepted = 'token-2';
    expect(await send(new Date('2026-03-01T13:00:00Z'))).toMatchObject({ ok: true });
  });

  it.each<[string, ServiceResponse, object]>([
    ['the client', { status: 401, body: '{"error":"invalid_client"}' }, { fault: 'account', statusCode: 401 }],
    ['the consent', { status: 400, body: '{"error":"invalid_grant"}' }, { fault: 'account', statusCode: 400 }],
    ['nothing, and is disturbed', { status: 503 }, { fault: 'passing', statusCode: 503 }],
    ['nothing, and is silent', 'silence', { fault: 'passing' }],
    ['to give a token', { status: 200, body: '{}' }, { fault: 'passing' }],
    ['the client, and repeats its secret', { echo: 400 }, { fault: 'account' }],
  ])('S1: nothing is sent when the service refuses %s', async (_what, response, expected) => {
    service.respond = () => response;
    const result = await send();
    expect(result).toMatchObject({ ok: false, ...expected });
    expect(result).not.toHaveProperty('ambiguous');
    expect(JSON.stringify(result)).not.toContain('client-secret-1');
    expect(logins).toEqual([]);
    expect(await provider.signIn!(account, world())).toMatchObject({ ok: false, ...expected });
  });

  describe('whose service replaces refresh tokens', () => {
    /** Stored as another process may have changed it. */
    let kept: string | undefined;
    let sent: (string | null)[];
    const rotating = (now?: Date): World => ({
      ...world(now),
      stored: {
        read: async () => kept,
        replace: async (_key, used, next) => {
          if (kept === used) kept = next;
        },
      },
    });
    const sendAt = (now?: Date): Promise<ProviderResult> =>
      provider.send({ key: '6925a1f0c0ffee0123456789', content: SAMPLE_EMAIL, overrides: {} }, account, rotating(now));

    beforeEach(() => {
      [kept, sent] = ['refresh-1', []];
      account = { ...account, tenantId: '', ...CONSENT };
      service.respond = ({ body }) => {
        const used = new URLSearchParams(body.toString()).get('refresh_token');
        sent.push(used);
        given += 1;
        // Each is good once.
        if (used !== `refresh-${given}`) return { status: 400, body: `{"error":"invalid_grant: ${used}"}` };
        const next = { access_token: accepted, refresh_token: `refresh-${given + 1}`, expires_in: 3599 };
        return { status: 200, body: JSON.stringify(next) };
      };
    });

    it('G17: keeps the new one, and uses it the next time', async () => {
      expect(await sendAt(new Date('2026-03-01T12:00:00Z'))).toMatchObject({ ok: true });
      reconnect();
      expect(await sendAt(new Date('2026-03-01T13:00:00Z'))).toMatchObject({ ok: true });
      expect([sent, kept]).toEqual([['refresh-1', 'refresh-2'], 'refresh-3']);
    });

    it('G17: uses the one that another process has stored meanwhile', async () => {
      service.respond = ({ body }) => {
        sent.push(new URLSearchParams(body.toString()).get('refresh_token'));
        if (sent.length > 1) return { status: 200, body: JSON.stringify({ access_token: accepted, expires_in: 3599 }) };
        kept = 'refresh-2';
        return { status: 400, body: '{"error":"invalid_grant"}' };
      };
      expect(await sendAt()).toMatchObject({ ok: true });
      expect(sent).toEqual(['refresh-1', 'refresh-2']);
    });

    it('G17: leaves one that somebody has set meanwhile', async () => {
      const respond = service.respond;
      service.respond = (request) => {
        const response = respond(request);
        kept = 'set-by-hand';
        return response;
      };
      expect(await sendAt()).toMatchObject({ ok: true });
      expect(kept).toBe('set-by-hand');
    });

    it('S1: asks once with one that is refused, and does not show it', async () => {
      kept = 'refresh-of-yesterday';
      const result = await sendAt();
      expect(result).toMatchObject({
        ok: false,
        fault: 'account',
        error: expect.stringContaining('invalid_grant: ***'),
      });
      expect(sent).toEqual(['refresh-of-yesterday']);
    });
  });

  it('G16: gets the sender when the account has no user', async () => {
    account = { ...account, user: '' };
    expect(await send()).toMatchObject({ ok: true });
    expect(logins).toEqual([`${SAMPLE_SENDER.from} token-1`]);
  });
});
