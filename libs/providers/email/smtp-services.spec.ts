import { MailServer, socketWorld } from '../testing/mail-server.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { SELF_SIGNED } from '../testing/test-certificate.js';
import { emailjs, outlook365 } from './smtp-services.js';

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
    const account = { password: 'app-password-1', ...SAMPLE_SENDER, tlsOptions: { rejectUnauthorized: false } };
    expect(await outlook365.send(message, account, world())).toMatchObject({ ok: true });
    outlook365.forget?.(account);
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

  it('"emailjs" is any server that the account names', async () => {
    server = await MailServer.start();
    const tlsOptions = { ca: SELF_SIGNED.cert };
    const account = { host: 'localhost', port: String(server.port), from: 'noreply@example.com', tlsOptions };
    expect(await emailjs.send(message, account, world())).toMatchObject({ ok: true });
    emailjs.forget?.(account);
    expect(server.received).toMatchObject([{ from: 'noreply@example.com' }]);
  });
});
