import { MailServer, type Refusals } from '#libs/providers/testing/mail-server.js';
import { aConnection, anEndpoint } from '../../builders/channel.js';
import { StandIn } from '../../provider-stand-in.js';
import { EngineScene } from '../engine-scene.js';
import { documentedRefusals, type Refusal, type Service, SERVICES } from './documented-codes.js';

const STEPS = {
  email: { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } },
  sms: { type: 'sms', controlValues: { body: 'Hi' } },
  push: { type: 'push', controlValues: { subject: 'Hello', body: 'Hi' } },
  chat: { type: 'chat', controlValues: { body: 'Hi' } },
};
const SMTP = { host: 'localhost', from: 'noreply@example.com', senderName: 'Shop' };

/** What a step ends with, or waits for, by who has to act: a refused account may be good again. */
const OUTCOMES = { recipient: 'failed', content: 'failed', account: 'delayed', passing: 'delayed' } as const;

/** Refusals of a mail server (RFC 5321, RFC 3463) at each stage of a mail. */
const MAIL_REFUSALS: [name: string, refuse: Refusals, fault: keyof typeof OUTCOMES][] = [
  ['421 as a greeting', { connection: [421, '4.3.2 too busy'] }, 'passing'],
  ['554 as a greeting', { connection: [554, '5.7.1 your IP is blocked'] }, 'account'],
  ['450 of the sender', { sender: [450, '4.7.1 later'] }, 'passing'],
  ['550 of the sender', { sender: [550, '5.7.60 no permission to send as this sender'] }, 'account'],
  ['451 of the recipient', { recipient: () => [451, '4.7.1 greylisted'] }, 'passing'],
  ['452 of the recipient', { recipient: () => [452, '4.2.2 mailbox full'] }, 'passing'],
  ['550 of the recipient', { recipient: () => [550, '5.1.1 no such user'] }, 'recipient'],
  ['552 of the recipient', { recipient: () => [552, '5.2.2 mailbox full'] }, 'recipient'],
  ['553 of the recipient', { recipient: () => [553, '5.1.3 bad syntax'] }, 'recipient'],
  ['550 for relaying', { recipient: () => [550, '5.7.1 relaying denied'] }, 'account'],
  ['452 of the message', { message: [452, '4.3.1 disk full'] }, 'passing'],
  ['552 of the message', { message: [552, '5.3.4 too large'] }, 'content'],
  ['554 of the message', { message: [554, '5.6.0 content refused'] }, 'content'],
  ['550 for spam', { message: [550, '5.7.1 message looks like spam'] }, 'content'],
  ['550 for the quota', { message: [550, '5.4.5 daily sending limit exceeded'] }, 'account'],
];

describe('S1: who has to act', () => {
  let scene: EngineScene;
  let services: StandIn;
  let mail: MailServer;
  const workflows = new Map<string, string>();
  let integration: { _id: string; identifier: string } | undefined;
  let reached = 0;

  beforeAll(async () => {
    [services, mail] = await Promise.all([StandIn.start(), MailServer.start()]);
    const settings = { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1,::1' };
    scene = await EngineScene.start({ settings, providersAt: services.address });
    scene.clock.stop();
    for (const [channel, step] of Object.entries(STEPS)) workflows.set(channel, await scene.workflow([step]));
  });
  afterEach(async () => {
    if (integration) await scene.carillon.api.delete(`/v1/integrations/${integration._id}`);
    mail.refuse = {};
  });
  afterAll(async () => {
    await scene.close();
    await Promise.all([services.close(), mail.close()]);
  });

  /** A new integration for each message: earlier refusals would keep later ones from being sent. */
  async function integrate({
    channel,
    providerId,
    credentials,
  }: Pick<Service, 'channel' | 'providerId' | 'credentials'>) {
    const request = { providerId, channel, name: providerId, active: true, credentials };
    const { status, body } = await scene.carillon.api.post('/v1/integrations', request);
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    integration = body.data;
    scene.clock.forward(1000);
  }

  /** A subscriber who is reached in every channel. */
  async function reach({ providerId }: Pick<Service, 'providerId'>): Promise<string> {
    // What a provider says is gone is not written to again.
    reached += 1;
    const to = await scene.subscriber({ email: `ada-${reached}@example.com`, phone: `+1500555${1000 + reached}` });
    const at = { subscriberId: to, integrationIdentifier: integration!.identifier };
    const { api } = scene.carillon;
    if (providerId === 'fcm')
      await api.put(`/v1/subscribers/${to}/credentials`, { providerId, credentials: { deviceTokens: ['device-1'] } });
    if (providerId === 'slack') {
      const connection = aConnection(at);
      await api.post('/v1/channel-connections', connection);
      await api.post('/v1/channel-endpoints', anEndpoint({ ...at, connectionIdentifier: connection.identifier }));
    }
    if (providerId === 'telegram')
      await api.post(
        '/v1/channel-endpoints',
        anEndpoint({ ...at, type: 'telegram_chat', endpoint: { chatId: '4711' } }),
      );
    return to;
  }

  /** Sends one message; returns what became of its step, and of its only attempt. */
  async function send(service: Pick<Service, 'channel' | 'providerId'>) {
    const to = await reach(service);
    const transactionId = await scene.trigger(workflows.get(service.channel)!, { to });
    const [story] = await scene.story(transactionId);
    const { body } = await scene.activity(transactionId);
    // Else it would be tried again with the integration of the next message.
    await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
    return { to, status: story!.split(':')[0], attempts: body.data[0].jobs[0].attempts };
  }

  const devicesOf = async (subscriberId: string): Promise<unknown> =>
    (await scene.carillon.api.get(`/v2/subscribers/${subscriberId}`)).body.data.channels?.[0]?.credentials.deviceTokens;

  describe.each(SERVICES)('$providerId', (service) => {
    const refusals = documentedRefusals(service);

    it('has documented codes', () => expect(refusals.length).toBeGreaterThan(3));

    it.each(refusals)('$code is for: $fault', async ({ fault, kind, response }: Refusal) => {
      services.respond = ({ url }) =>
        url.endsWith('/token') ? { status: 200, body: '{"access_token":"t-1","expires_in":3600}' } : response;
      await integrate(service);
      const { to, status, attempts } = await send(service);
      expect(attempts).toMatchObject([{ outcome: kind, fault }]);
      expect(status).toBe(OUTCOMES[fault]);
      if (service.channel === 'push')
        expect(await devicesOf(to)).toEqual(kind === 'invalid_target' ? [] : ['device-1']);
    });
  });

  it.each(MAIL_REFUSALS)('a mail server: %s', async (_name, refuse, fault) => {
    mail.refuse = refuse;
    const service = { channel: 'email', providerId: 'nodemailer' } as const;
    await integrate({
      ...service,
      credentials: { ...SMTP, port: String(mail.port), tlsOptions: { rejectUnauthorized: false } },
    });
    const { status, attempts } = await send(service);
    expect(attempts).toHaveLength(1);
    expect(status).toBe(OUTCOMES[fault]);
  });
});
