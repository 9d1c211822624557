import type { SMTPServerAuthentication } from 'smtp-server';
import type { World } from '../kit/provider.js';
import { MailServer, socketWorld } from '../testing/mail-server.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { SELF_SIGNED } from '../testing/test-certificate.js';
import { emailjs, outlook365 } from './smtp-services.js';

const OUTLOOK = { password: 'app-password-1', ...SAMPLE_SENDER, tlsOptions: { rejectUnauthorized: false } };
const message = { key: '6925a1f0c0ffee0123456789', content: SAMPLE_EMAIL, overrides: {} };

describe('services that speak SMTP', () => {
  let server: MailServer;
  const asked: string[] = [];
  /** A `World` in which every connection goes to this server. */
  const world = () => ({
    ...socketWorld(),
    connect: ({ host, port }: { host: string; port: number }) => {
      asked.push(`${host}:${port}`);
      return socketWorld().connect({ host: 'localhost', port: server.port });
    },
  });

  beforeEach(() => {
    asked.length = 0;
  });
  afterEach(() => server.close());

  it('Outlook 365 is given the address and the password of the account, encrypted', async () => {
    server = await MailServer.start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => done(null, { user: `${username} ${password}` }),
    });
    expect(await outlook365.send(message, OUTLOOK, world())).toMatchObject({ ok: true });
    outlook365.forget?.(OUTLOOK);
    expect(asked).toEqual(['smtp.office365.com:587']);
    expect(server.received).toMatchObject([{ secure: true, user: 'noreply@example.com app-password-1' }]);
  });

  it('Outlook 365 is not told the password without encryption', async () => {
    server = await MailServer.start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    const result = await outlook365.send(message, { password: 'app-password-1', ...SAMPLE_SENDER }, world());
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result)).not.toContain('app-password-1');
    expect(server.received).toEqual([]);
  });

  it.each([['password'], ['from']] as const)('Outlook 365 says that the account has no %s', async (key) => {
    server = await MailServer.start();
    const { [key]: _missing, ...account } = { password: 'app-password-1', ...SAMPLE_SENDER };
    const error = `the integration has no credential "${key}"`;
    expect(await outlook365.send(message, account, world())).toEqual({
      ok: false,
      fault: expect.any(String),
      kind: 'permanent',
      error,
    });
    expect(asked).toEqual([]);
  });

  it('G16: Outlook 365 takes a token in place of the password, for the address of the account', async () => {
    const logins: string[] = [];
    server = await MailServer.start({
      authMethods: ['XOAUTH2'],
      authOptional: false,
      onAuth: ({ username = '', accessToken = '' }: SMTPServerAuthentication, _session, done) => {
        logins.push(`${username} ${accessToken}`);
        done(null, { user: username });
      },
    });
    const fetched: string[] = [];
    const http: World['http'] = async ({ url }) => {
      fetched.push(url);
      return { status: 200, headers: {}, body: '{"access_token":"token-1","expires_in":3600}' };
    };
    const { password: _none, ...rest } = OUTLOOK;
    const account = { ...rest, authType: 'client_credentials', clientId: 'c-1', clientSecret: 'c-secret-1' };
    const incomplete = await outlook365.send(message, account, { ...world(), http });
    expect(incomplete).toMatchObject({ fault: 'account', error: 'the integration has no credential "tenantId"' });
    const whole = { ...account, tenantId: 'acme' };
    expect(await outlook365.send(message, whole, { ...world(), http })).toMatchObject({ ok: true });
    outlook365.forget?.(whole);
    expect(fetched).toEqual(['https://login.microsoftonline.com/acme/oauth2/v2.0/token']);
    expect([asked, logins]).toEqual([['smtp.office365.com:587'], ['noreply@example.com token-1']]);
  });

  it('"emailjs" is any server that the account names', async () => {
    server = await MailServer.start();
    const tlsOptions = { ca: SELF_SIGNED.cert };
    const account = { host: 'localhost', port: String(server.port), from: 'noreply@example.com', tlsOptions };
    expect(await emailjs.send(message, account, world())).toMatchObject({ ok: true });
    emailjs.forget?.(account);
    expect(server.received).toMatchObject([{ from: 'noreply@example.com' }]);
  });
});
