import { MailServer } from '#libs/providers/testing/mail-server.js';
import { requestSignature } from '../../src/platform/outbound-http/request-signature.js';
import { anEmailIntegration } from '../builders/integration.js';
import { EngineScene } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

let counter = 0;
const anAddress = () => `Reported-${++counter}@example.com`;

describe('CS24: reports of a provider', () => {
  let test: TestApp;
  let environmentId: string;

  beforeAll(async () => {
    test = await startTestApp({ settings: { PUBLIC_URL: 'https://notify.example.com' } });
    environmentId = (await test.api.get('/v1/environments/me')).body.data._id;
  });
  afterAll(() => test.close());

  const listed = async (address: string) =>
    (await test.api.get(`/v1/suppressions?address=${encodeURIComponent(address)}`)).body.data;

  /** An SMTP integration, whose reports come in Carillon's own form; with a key they are proven. */
  async function reporting({ signed }: { signed: boolean }) {
    const fields = { providerId: 'nodemailer', check: false };
    const configurations = { inboundWebhookEnabled: true };
    const integration = anEmailIntegration({ ...fields, ...(!signed && { configurations }) });
    const { _id } = (await test.api.post('/v1/integrations', integration)).body.data;
    const configured = signed ? (await test.api.post(`/v1/integrations/${_id}/auto-configure`)).body.data : undefined;
    const key = configured?.integration.configurations.inboundWebhookSigningKey as string | undefined;
    const url = `/v2/inbound-webhooks/delivery-providers/${environmentId}/${_id}`;
    return async (events: object[]) => {
      const payload = JSON.stringify(events);
      const headers = {
        'content-type': 'application/json',
        ...(key !== undefined && { 'novu-signature': requestSignature(key, payload, new Date()) }),
      };
      expect((await test.anonymous.request({ method: 'POST', url, payload, headers })).status).toBe(200);
      return _id as string;
    };
  }

  it('fill the list with their words, and a repetition changes nothing', async () => {
    const report = await reporting({ signed: true });
    const [bounced, complained, full, delivered] = [anAddress(), anAddress(), anAddress(), anAddress()];
    const events = [
      { messageId: 'm1', type: 'bounced', address: bounced, permanent: true, response: '550 5.1.1 unknown' },
      { messageId: 'm2', type: 'complained', address: complained },
      { messageId: 'm3', type: 'bounced', address: full, response: '552 5.2.2 full' },
      { messageId: 'm4', type: 'delivered', address: delivered },
    ];
    const integrationId = await report(events);
    await report(events);
    const source = { type: 'report', integrationId, providerId: 'nodemailer' };
    expect(await listed(bounced)).toMatchObject([
      { reason: 'bounce', source: { ...source, words: '550 5.1.1 unknown' }, address: bounced },
    ]);
    expect(await listed(complained)).toMatchObject([{ reason: 'complaint', source }]);
    expect(await listed(full)).toEqual([]);
    expect(await listed(delivered)).toEqual([]);
  });

  it('of an unsubscription are a choice of the person, which is noted once', async () => {
    const report = await reporting({ signed: true });
    const address = anAddress();
    const { subscriberId } = await test.api.subscriber({ email: address });
    const event = { messageId: 'm1', type: 'unsubscribed', address, response: 'too many' };
    await report([event]);
    await report([event]);
    expect(await listed(address)).toMatchObject([{ reason: 'unsubscribe' }]);
    const person = await test.connection.collection('subscribers').findOne({ subscriberId });
    const choices = await test.connection.collection('consents').find({ subscriberId: person!._id }).toArray();
    expect(choices).toMatchObject([
      {
        choice: 'opted_out',
        channels: ['email'],
        address,
        origin: { source: 'provider_report', wording: 'too many' },
      },
    ]);
  });

  it('suppress nothing without a proof', async () => {
    const report = await reporting({ signed: false });
    const address = anAddress();
    await report([{ messageId: 'm1', type: 'complaint', address }]);
    expect(await listed(address)).toEqual([]);
  });
});

describe('CS25: the response to sending', () => {
  let scene: EngineScene;
  let server: MailServer;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1,::1' } });
    server = await MailServer.start();
    const credentials = {
      host: 'localhost',
      port: String(server.port),
      tlsOptions: { rejectUnauthorized: false },
      from: 'shop@example.com',
      senderName: 'Shop',
    };
    const account = {
      providerId: 'nodemailer',
      channel: 'email',
      name: 'SMTP',
      active: true,
      check: false,
      credentials,
    };
    const { status, body } = await scene.carillon.api.post('/v1/integrations', account);
    expect(status).toBe(201);
    await scene.carillon.api.post(`/v1/integrations/${body.data._id}/set-primary`, {});
  });
  afterAll(async () => {
    await scene.close();
    await server.close();
  });

  it.each<[string, [number, string], string[]]>([
    ['an unknown mailbox', [550, '5.1.1 no such user'], ['bounce']],
    ['a full mailbox', [552, '5.2.2 mailbox full'], []],
    ['a blocked sender', [550, '5.7.1 your IP is blocked'], []],
  ])('of %s suppresses what it must', async (_what, refusal, reasons) => {
    server.refuse = { recipient: () => refusal };
    const address = anAddress();
    const to = await scene.subscriber({ email: address });
    const name = await scene.workflow([{ type: 'email', controlValues: { subject: 's', body: 'b' } }]);
    await scene.settled(await scene.trigger(name, { to }));
    await eventually(async () => {
      const { body } = await scene.carillon.api.get(`/v1/suppressions?address=${encodeURIComponent(address)}`);
      expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual(reasons);
    });
    if (reasons.length > 0)
      expect(await scene.story(await scene.trigger(name, { to }))).toEqual(['skipped: suppressed']);
  });
});
