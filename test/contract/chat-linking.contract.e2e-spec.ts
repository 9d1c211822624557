import type { Novu } from '@novu/api';
import { ErrorDto, SDKError, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { aSlackIntegration, aTelegramIntegration } from '../builders/channel.js';
import { anEmailIntegration } from '../builders/integration.js';
import { aSubscriber } from '../builders/subscriber.js';
import { FakeProvider } from '../channels/fake-provider.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

let test: OfficialClients;
let novu: Novu;
let telegram: FakeProvider;

beforeAll(async () => {
  telegram = await FakeProvider.start();
  telegram.responses = {
    '/getMe': { ok: true, result: { username: 'acme_bot' } },
    '/setWebhook': { ok: true, result: true },
  };
  const settings = { TELEGRAM_URL: telegram.url, HTTP_PRIVATE_TARGETS: '127.0.0.1' };
  test = await startWithOfficialClients({ settings });
  novu = test.novu;
});

afterAll(async () => {
  await test.close();
  await telegram.close();
});

const person = async (): Promise<string> => (await novu.subscribers.create(aSubscriber())).result.subscriberId;
const refused = (constructor: unknown, statusCode: number) => ({ constructor, statusCode });

describe('the official client makes addresses for chat providers', () => {
  /** What each of the operations is asked with, beyond the integration. */
  const OPERATIONS = [
    {
      name: 'generateConnectOAuthUrl',
      ask: (client: Novu, request: { integrationIdentifier: string; subscriberId: string }) =>
        client.integrations.generateConnectOAuthUrl({ ...request, connectionMode: 'subscriber', autoLinkUser: false }),
    },
    {
      name: 'generateLinkUserOAuthUrl',
      ask: (client: Novu, request: { integrationIdentifier: string; subscriberId: string }) =>
        client.integrations.generateLinkUserOAuthUrl({ ...request, userScope: ['identity.basic'] }),
    },
    {
      name: 'generateChatOAuthUrl',
      ask: (client: Novu, request: { integrationIdentifier: string; subscriberId: string }) =>
        client.integrations.generateChatOAuthUrl({ ...request, mode: 'connect', scope: ['chat:write'] }),
    },
    {
      name: 'linkChannelEndpoint',
      ask: (client: Novu, request: { integrationIdentifier: string; subscriberId: string }) =>
        client.integrations.linkChannelEndpoint({ ...request, context: { tenant: 'acme' } }),
    },
  ];

  it.each(OPERATIONS)('$name', async ({ ask }) => {
    const integrationIdentifier = (await novu.integrations.create(aSlackIntegration())).result.identifier;
    const subscriberId = await person();
    const { result } = await ask(novu, { integrationIdentifier, subscriberId });
    expect(result.url).toMatch(/^https:\/\/slack\.com\/oauth\/v2\/authorize\?/);
    const unknown = { integrationIdentifier: 'unknown', subscriberId };
    await expect(ask(novu, unknown)).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(ask(test.otherNovu, { integrationIdentifier, subscriberId })).rejects.toMatchObject(
      refused(ErrorDto, 404),
    );
    const broken = { integrationIdentifier: 'a b', subscriberId };
    await expect(ask(novu, broken)).rejects.toMatchObject(refused(ValidationErrorDto, 422));
    const { identifier } = (await novu.integrations.create(anEmailIntegration())).result;
    await expect(ask(novu, { integrationIdentifier: identifier, subscriberId })).rejects.toMatchObject(
      refused(ErrorDto, 400),
    );
  });
});

describe('the official client sets Telegram up', () => {
  it('configures the webhook and makes links', async () => {
    const { identifier } = (await novu.integrations.create(aTelegramIntegration())).result;
    const subscriberId = await person();
    const { integrations } = novu;
    await expect(integrations.createMobileLink({ subscriberId }, identifier)).rejects.toMatchObject(
      refused(ErrorDto, 400),
    );
    const { result } = await integrations.integrationsControllerConfigureIntegrationWebhook(identifier);
    expect(result).toEqual({
      botUsername: 'acme_bot',
      configuredAt: expect.any(String),
      webhookUrl: expect.stringMatching(/^http:\/\/localhost:3000\/v2\/inbound-webhooks\/telegram\/[0-9a-f]{24}$/),
    });
    const mobile = (await integrations.createMobileLink({ subscriberId }, identifier)).result;
    expect(mobile.url).toBe(`https://t.me/acme_bot?start=${mobile.token}`);
    expect((await integrations.createMobileLink({}, identifier)).result.token).not.toBe(mobile.token);
    const link = await integrations.linkChannelEndpoint({ integrationIdentifier: identifier, subscriberId });
    expect(link.result.providerMetadata).toMatchObject({ botUsername: 'acme_bot' });
  });

  it('understands refusals', async () => {
    const { identifier } = (await novu.integrations.create(aSlackIntegration())).result;
    const configure = (client: Novu, name: string) =>
      client.integrations.integrationsControllerConfigureIntegrationWebhook(name);
    await expect(configure(novu, identifier)).rejects.toMatchObject(refused(ErrorDto, 400));
    await expect(configure(novu, 'unknown')).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(configure(test.otherNovu, identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
    const link = (client: Novu, name: string, subscriberId: string) =>
      client.integrations.createMobileLink({ subscriberId }, name);
    await expect(link(novu, 'unknown', 'x')).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(link(test.otherNovu, identifier, 'x')).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(link(novu, identifier, '')).rejects.toMatchObject(refused(ValidationErrorDto, 422));
  });
});

describe('the official client sets up and posts reports', () => {
  it('configures an integration, and says why where it cannot', async () => {
    const { id } = (await novu.integrations.create(anEmailIntegration())).result;
    const { result } = await novu.integrations.integrationsControllerAutoConfigureIntegration(id!);
    expect(result).toMatchObject({ success: true, message: expect.stringContaining(id!) });
    const agent = (await novu.integrations.create({ providerId: 'anthropic', kind: 'agent' })).result;
    const nothing = await novu.integrations.integrationsControllerAutoConfigureIntegration(agent.id!);
    expect(nothing.result).toEqual({ success: false, message: expect.any(String) });
    // The client does not parse this status here.
    await expect(novu.integrations.integrationsControllerAutoConfigureIntegration(UNKNOWN_ID)).rejects.toMatchObject(
      refused(SDKError, 404),
    );
  });

  it('posts reports and gets a result for each', async () => {
    const fields = { providerId: 'nodemailer', check: false, configurations: { inboundWebhookEnabled: true } };
    // The client does not send what it does not know, and it knows no configurations to create with.
    const { body } = await test.api.post('/v1/integrations', anEmailIntegration(fields));
    const { _id: id, _environmentId: environmentId } = body.data;
    const date = '2026-02-03T04:05:06.789Z';
    const report = { messageId: 'm1', type: 'bounced', timestamp: date, response: 'Mailbox full', attempts: 2 };
    const result = await novu.activity.track({ environmentId, integrationId: id, requestBody: report });
    expect(result).toEqual([{ id: 'm1', event: { status: 'bounced', date, response: 'Mailbox full', attempts: 2 } }]);
    const refusals: [string, object, number][] = [
      [UNKNOWN_ID, report, 404],
      [id, { type: 'flown' }, 422],
    ];
    for (const [integrationId, requestBody, status] of refusals) {
      const call = novu.activity.track({ environmentId, integrationId, requestBody: { ...requestBody } });
      await expect(call).rejects.toMatchObject(refused(SDKError, status));
    }
    await novu.integrations.integrationsControllerAutoConfigureIntegration(id);
    await expect(novu.activity.track({ environmentId, integrationId: id, requestBody: report })).rejects.toMatchObject(
      refused(SDKError, 401),
    );
  });
});
