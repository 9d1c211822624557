import type { SMTPServerAuthentication } from 'smtp-server';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import { StandIn } from '../../provider-stand-in.js';
import { EngineScene, HOUR } from '../engine-scene.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };
const CLIENT = { clientId: 'client-1', clientSecret: 'client-secret-1', tenantId: 'acme' };
const SENDER = { from: 'shop@example.com', senderName: 'Shop', tlsOptions: { rejectUnauthorized: false } };
const OF_APPLICATION = { ...SENDER, ...CLIENT, authType: 'client_credentials' };
const OF_PERSON = { ...SENDER, ...CLIENT, authType: 'refresh_token', refreshToken: 'refresh-token-1' };

describe('mailboxes that log in with a token', () => {
  let scene: EngineScene;
  let services: StandIn;
  let mail: MailServer;
  let logins: string[];
  /** The refresh tokens of requests for tokens; absent for applications. */
  let used: (string | null)[];
  let integrations: string[];
  let workflow: string;

  beforeAll(async () => {
    [services, mail] = await Promise.all([
      StandIn.start(),
      MailServer.start({
        authMethods: ['XOAUTH2'],
        authOptional: false,
        onAuth: ({ username = '', accessToken = '' }: SMTPServerAuthentication, _session, done) => {
          logins.push(`${username} ${accessToken}`);
          if (accessToken === `token-${used.length}`) done(null, { user: username });
          else done(Object.assign(new Error('5.7.3 no'), { responseCode: 535 }));
        },
      }),
    ]);
    services.mailPort = mail.port;
    const settings = { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1,::1' };
    scene = await EngineScene.start({ settings, providersAt: services });
    scene.clock.stop();
    workflow = await scene.workflow([EMAIL]);
  });
  beforeEach(() => {
    [logins, used, integrations] = [[], [], []];
    services.requests.length = 0;
    services.respond = ({ body }) => {
      const given = new URLSearchParams(body).get('refresh_token');
      used.push(given);
      // Each refresh token is good once.
      if (given !== null && given !== `refresh-token-${used.length}`)
        return { status: 400, body: '{"error":"invalid_grant"}' };
      const next = given !== null && { refresh_token: `refresh-token-${used.length + 1}` };
      return { status: 200, body: JSON.stringify({ access_token: `token-${used.length}`, expires_in: 3600, ...next }) };
    };
  });
  afterEach(async () => {
    for (const id of integrations) await scene.carillon.api.delete(`/v1/integrations/${id}`);
    mail.dropConnections();
  });
  afterAll(async () => {
    await scene.close();
    await Promise.all([services.close(), mail.close()]);
  });

  const integrationOf = (providerId: string, credentials: object): object => ({
    providerId,
    channel: 'email',
    name: 'Mailbox',
    active: true,
    credentials: providerId === 'nodemailer' ? { host: 'localhost', port: mail.port, ...credentials } : credentials,
  });

  async function integrate(providerId: string, credentials: object): Promise<string> {
    const { status, body } = await scene.carillon.api.post('/v1/integrations', integrationOf(providerId, credentials));
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    integrations.push(body.data._id);
    scene.clock.forward(1000);
    return body.data._id;
  }

  async function send(): Promise<string[]> {
    const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
    const transactionId = await scene.trigger(workflow, { to });
    const story = await scene.story(transactionId);
    // Else it would be tried again with the mailbox of the next test.
    await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
    return story;
  }

  it.each(['nodemailer', 'outlook365'])('G16: %s as an application: one token for many emails', async (providerId) => {
    const id = await integrate(providerId, OF_APPLICATION);
    for (let email = 0; email < 3; email += 1) expect(await send()).toEqual(['completed: delivered']);
    const { body } = await scene.carillon.api.post(`/v1/integrations/${id}/test`, { to: 'ada@example.com' });
    expect(body.data).toMatchObject({ success: true });
    expect(services.requests.map(({ url }) => url)).toEqual([
      'https://login.microsoftonline.com/acme/oauth2/v2.0/token',
    ]);
    expect(new Set(logins)).toEqual(new Set(['shop@example.com token-1']));
  });

  it.each(['nodemailer', 'outlook365'])(
    'G17: %s by consent: each refresh token is kept, and used once',
    async (providerId) => {
      const id = await integrate(providerId, OF_PERSON);
      for (let hour = 1; hour <= 3; hour += 1) {
        expect(await send()).toEqual(['completed: delivered']);
        scene.clock.forward(HOUR);
        mail.dropConnections();
      }
      // The account is opened anew, as after a restart.
      const { body } = await scene.carillon.api.put(`/v1/integrations/${id}`, { name: 'Renamed' });
      expect(body.data.maskedCredentials.refreshToken).toBe('set');
      scene.clock.forward(1000);
      expect(await send()).toEqual(['completed: delivered']);
      expect(used).toEqual([1, 2, 3, 4].map((number) => `refresh-token-${number}`));
      const stored = await scene.carillon.connection.collection('integrations').find().toArray();
      expect(JSON.stringify(stored)).not.toContain('refresh-token');
    },
  );

  it('G17: one that somebody sets is used instead', async () => {
    const id = await integrate('nodemailer', OF_PERSON);
    await send();
    mail.dropConnections();
    await scene.carillon.api.put(`/v1/integrations/${id}`, { credentials: { refreshToken: 'refresh-token-of-hers' } });
    scene.clock.forward(HOUR);
    expect(await send()).toEqual(['delayed: send_retrying']);
    expect(used).toEqual(['refresh-token-1', 'refresh-token-of-hers']);
  });

  it('S11: a consent that was withdrawn is shown with the words of the service', async () => {
    const id = await integrate('outlook365', { ...OF_PERSON, refreshToken: 'refresh-token-withdrawn' });
    expect(await send()).toEqual(['delayed: send_retrying']);
    const { body } = await scene.carillon.api.get('/v1/integrations');
    expect(body.find(({ _id }: { _id: string }) => _id === id).health).toMatchObject({
      status: 'refusing',
      error: expect.stringContaining('invalid_grant'),
    });
    expect(logins).toEqual([]);
  });

  it('G16: Outlook 365 needs a password only without a token', async () => {
    const post = (credentials: object) =>
      scene.carillon.api.post('/v1/integrations', integrationOf('outlook365', credentials));
    expect(await post(SENDER)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('missing: password') },
    });
    const id = await integrate('outlook365', OF_APPLICATION);
    const refused = await scene.carillon.api.put(`/v1/integrations/${id}`, { credentials: { authType: '' } });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('missing: password') } });
  });
});
