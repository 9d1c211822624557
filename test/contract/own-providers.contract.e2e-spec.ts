import type { Novu } from '@novu/api';
import { SubscriberResponseDto } from '@novu/api/models/errors/index.js';
import { aConnection, anEndpoint } from '../builders/channel.js';
import { aSubscriber } from '../builders/subscriber.js';
import { eventually } from '../eventually.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const SUBSCRIPTION = JSON.stringify({ endpoint: 'https://push.example.com/7', keys: { p256dh: 'key', auth: 'auth' } });
const WEB_PUSH = { providerId: 'web-push', credentials: { deviceTokens: [SUBSCRIPTION] } };

let test: OfficialClients;
let novu: Novu;

beforeAll(async () => {
  test = await startWithOfficialClients();
  novu = test.novu;
  const keys = { apiKey: 'public', secretKey: 'private', from: 'ops@example.com' };
  await novu.integrations.create({ providerId: 'web-push', channel: 'push', credentials: keys, active: true });
  await novu.integrations.create({
    providerId: 'outbox-chat',
    channel: 'chat',
    identifier: 'outbox-chat-1',
    active: true,
  });
});

afterAll(() => test.close());

/** A person whom Web Push reaches; the client could not say that. */
async function aPerson(): Promise<string> {
  const { subscriberId } = aSubscriber();
  await test.api.subscriber({ subscriberId });
  expect((await test.api.put(`/v1/subscribers/${subscriberId}/credentials`, WEB_PUSH)).status).toBe(200);
  return subscriberId;
}

describe('the official client reads answers with providers that the contract does not know', () => {
  const shown = [{ providerId: 'push-webhook', credentials: WEB_PUSH.credentials }];

  it('among the credentials of subscribers', async () => {
    const subscriberId = await aPerson();
    expect((await novu.subscribers.retrieve(subscriberId)).result.channels).toMatchObject(shown);
    expect((await novu.subscribers.search({ subscriberId })).result.data).toMatchObject([{ channels: shown }]);
    const existing = novu.subscribers.create({ subscriberId }, true);
    await expect(existing).rejects.toMatchObject({ constructor: SubscriberResponseDto, statusCode: 409 });
    await expect(existing).rejects.toMatchObject({ channels: shown });
    const { body } = await test.api.get(`/v2/subscribers/${subscriberId}`);
    expect(body.data.channels).toMatchObject([WEB_PUSH]);
  });

  it('in the activity', async () => {
    const { result: workflow } = await novu.workflows.create({
      name: 'Push',
      workflowId: 'own-push',
      active: true,
      steps: [{ name: 'Push', type: 'push', controlValues: { subject: 'Hello', body: 'Hello' } }],
    });
    const to = await aPerson();
    const { result } = await novu.trigger({ workflowId: workflow.workflowId, to, payload: {} });
    const jobs = await eventually(async () => {
      const { data } = (await novu.notifications.list({ transactionId: result.transactionId })).result;
      expect(data).toMatchObject([{ jobs: [{ status: 'completed' }] }]);
      return data[0]!.jobs;
    });
    expect(jobs).toMatchObject([{ providerId: 'push-webhook' }]);
  });

  it('in connections and endpoints', async () => {
    const [subscriberId, integrationIdentifier] = [await aPerson(), 'outbox-chat-1'];
    const connection = aConnection({ subscriberId, integrationIdentifier });
    expect((await novu.channelConnections.create(connection)).result).toMatchObject({ providerId: 'chat-webhook' });
    const listed = await novu.channelConnections.list({ subscriberId });
    expect(listed.result.data).toMatchObject([{ providerId: 'chat-webhook' }]);
    const endpoint = anEndpoint({
      subscriberId,
      integrationIdentifier,
      type: 'webhook',
      endpoint: { url: 'https://chat.example.com/7' },
    });
    expect((await novu.channelEndpoints.create(endpoint)).result).toMatchObject({ providerId: 'chat-webhook' });
  });

  it('and learns which they are where the contract lets it', async () => {
    const ids = (await novu.integrations.list()).result.map(({ providerId }) => providerId);
    expect(ids).toEqual(expect.arrayContaining(['web-push', 'outbox-chat']));
  });
});
