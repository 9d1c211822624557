import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { ENDPOINT_TYPES, type EndpointType } from '../../src/channels/endpoints/endpoint-shapes.js';
import { aConnection, anEndpoint, aSlackIntegration } from '../builders/channel.js';
import { aSubscriber } from '../builders/subscriber.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

/** An address of each type. The client reads one as the first form that fits, and drops what that form has not. */
const ADDRESSES: Record<EndpointType, Record<string, unknown>> = {
  slack_channel: { channelId: 'C1' },
  slack_user: { userId: 'U1' },
  webhook: { url: 'https://example.com/hook', channel: 'general' },
  phone: { phoneNumber: '+4915112345678' },
  ms_teams_channel: { teamId: 't', channelId: 'c' },
  ms_teams_user: { userId: 'u' },
  telegram_chat: { chatId: '42' },
  webex_room: { roomId: 'r' },
  webex_person: { personId: 'p' },
  line_user: { userId: 'u' },
  pagerduty_service: { routingKey: 'k', region: 'eu' },
  opsgenie_integration: { apiKey: 'k', region: 'us' },
  grafana_oncall_integration: { url: 'https://example.com' },
  tool_webhook: { url: 'https://example.com' },
};

let test: OfficialClients;
let novu: Novu;
let integrationIdentifier: string;

beforeAll(async () => {
  test = await startWithOfficialClients();
  novu = test.novu;
  integrationIdentifier = (await novu.integrations.create(aSlackIntegration())).result.identifier;
});

afterAll(() => test.close());

const person = async (): Promise<string> => (await novu.subscribers.create(aSubscriber())).result.subscriberId;
const connect = async (fields: object = {}) =>
  (
    await novu.channelConnections.create(
      aConnection({ integrationIdentifier, subscriberId: await person(), ...fields }),
    )
  ).result;
const place = async (fields: object = {}) =>
  (await novu.channelEndpoints.create(anEndpoint({ integrationIdentifier, subscriberId: await person(), ...fields })))
    .result;
const refused = (constructor: unknown, statusCode: number) => ({ constructor, statusCode });

describe('the official client works with channel connections', () => {
  it('creates, retrieves, updates, lists and deletes', async () => {
    const created = await connect({ context: { tenant: { id: 'acme', data: { plan: 'pro' } } } });
    expect(created).toMatchObject({ channel: 'chat', providerId: 'slack', contextKeys: ['tenant:acme'] });
    const { identifier, subscriberId } = created;
    expect((await novu.channelConnections.retrieve(identifier)).result).toEqual(created);
    const change = { workspace: { id: 'T2' }, auth: { accessToken: 'another', expiresAt: '2026-02-03T04:05:06.789Z' } };
    expect((await novu.channelConnections.update(change, identifier)).result).toMatchObject(change);
    const { result } = await novu.channelConnections.list({
      subscriberId: subscriberId!,
      contextKeys: ['tenant:acme'],
    });
    expect(result).toMatchObject({ totalCount: 1, next: null, previous: null, data: [{ identifier }] });
    await novu.channelConnections.delete(identifier);
    await expect(novu.channelConnections.retrieve(identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
  });

  it('reads those that are shared', async () => {
    const shared = await connect({ subscriberId: undefined, connectionMode: 'shared', context: { tenant: 'all' } });
    expect(shared.subscriberId).toBeNull();
  });

  it('understands refusals', async () => {
    const { identifier, subscriberId } = await connect();
    await expect(connect({ subscriberId })).rejects.toMatchObject(refused(ErrorDto, 409));
    await expect(connect({ integrationIdentifier: 'unknown' })).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(connect({ identifier: 'a b' })).rejects.toMatchObject(refused(ValidationErrorDto, 422));
    await expect(novu.channelConnections.list({ limit: 1000 })).rejects.toMatchObject(refused(ValidationErrorDto, 422));
    const other = test.otherNovu.channelConnections;
    await expect(other.retrieve(identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(other.delete(identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
    const change = { workspace: { id: 'T2' }, auth: { accessToken: 'x' } };
    await expect(other.update(change, identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
  });
});

describe('the official client works with channel endpoints', () => {
  it.each(ENDPOINT_TYPES)('creates and reads %s', async (type) => {
    const created = await place({ type, endpoint: ADDRESSES[type] });
    expect(created).toMatchObject({ type, endpoint: ADDRESSES[type], connectionIdentifier: null });
    expect((await novu.channelEndpoints.retrieve(created.identifier)).result).toEqual(created);
  });

  it('updates, lists and deletes', async () => {
    const connectionIdentifier = (await connect()).identifier;
    const { identifier } = await place({ connectionIdentifier, subscriberId: 'new', createSubscriberIfMissing: true });
    const endpoint = { userId: 'U2' };
    expect((await novu.channelEndpoints.update({ endpoint }, identifier)).result).toMatchObject({ endpoint });
    const { result } = await novu.channelEndpoints.list({ connectionIdentifier, providerId: 'slack' });
    expect(result).toMatchObject({ totalCount: 1, data: [{ identifier, endpoint }] });
    await novu.channelEndpoints.delete(identifier);
    await expect(novu.channelEndpoints.retrieve(identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
  });

  it('understands refusals', async () => {
    const { identifier } = await place();
    await expect(place({ identifier })).rejects.toMatchObject(refused(ErrorDto, 409));
    await expect(place({ subscriberId: 'unknown' })).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(place({ identifier: 'a b' })).rejects.toMatchObject(refused(ValidationErrorDto, 422));
    await expect(novu.channelEndpoints.update({ endpoint: { channelId: 'C1' } }, identifier)).rejects.toMatchObject(
      refused(ValidationErrorDto, 422),
    );
    await expect(novu.channelEndpoints.list({ limit: 1000 })).rejects.toMatchObject(refused(ValidationErrorDto, 422));
    const other = test.otherNovu.channelEndpoints;
    await expect(other.retrieve(identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(other.delete(identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
    await expect(other.update({ endpoint: { userId: 'x' } }, identifier)).rejects.toMatchObject(refused(ErrorDto, 404));
  });
});
