import type { Role } from '../../src/auth/permissions.js';
import { ApiClient, type ApiRequest, type ApiResponse } from '../api-client.js';
import { asPerson, createPerson } from '../builders/account.js';
import { aConnection, anEndpoint, aSlackIntegration } from '../builders/channel.js';
import { anEmailIntegration } from '../builders/integration.js';
import { anInAppStep } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** What only Production holds, and nobody without a role there may see. */
const HUSH = 'only-in-production';

describe('a person in Development, and what their requests name of Production', () => {
  let test: TestApp;
  let ids: { development: string; production: string };

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
    const [development, production] = (await test.api.get('/v1/environments')).body.data;
    ids = { development: development._id, production: production._id };
    const values = Object.entries(ids).map(([name, _environmentId]) => ({ _environmentId, value: `${HUSH}-${name}` }));
    await test.otherApi.post('/v1/environment-variables', { key: 'SHOP', values });
    await test.otherApi.post('/v1/integrations', anEmailIntegration({ name: HUSH }));
    const body = 'Buy at {{env.SHOP}}';
    const steps = [anInAppStep({ controlValues: { body } })];
    await test.otherApi.workflow({ workflowId: HUSH, name: HUSH, tags: [HUSH], steps });
    await test.api.workflow({ workflowId: 'open', steps });
  });

  afterAll(() => test.close());

  /** A person with a role in Development and another in Production. */
  async function person(here: Role, there: Role | 'none', organization: Role | 'none' = 'none') {
    const environmentRoles = { [ids.development]: here, [ids.production]: there };
    const { token } = await createPerson(test, { role: organization, environmentRoles });
    return (method: ApiRequest['method'], url: string, payload?: object): Promise<ApiResponse> =>
      test.anonymous.request({ method, url, payload, headers: asPerson(token, ids.development) });
  }

  it.each(['none', 'support'] as const)('PE2: reads nothing of it as %s there', async (there) => {
    const send = await person('admin', there);
    const lists = [
      '/v1/environment-variables',
      '/v1/environment-variables/SHOP',
      '/v1/environment-variables/SHOP/usage',
      '/v1/integrations',
      '/v1/integrations/active',
    ];
    for (const url of lists) {
      const { status, body } = await send('GET', url);
      expect({ url, status }).toEqual({ url, status: 200 });
      expect(JSON.stringify(body).replaceAll(`${HUSH}-development`, '')).not.toContain(HUSH);
    }
    const { body } = await send('PATCH', '/v1/environment-variables/SHOP', {
      values: [{ _environmentId: ids.development, value: 'x' }],
    });
    expect(body.data.values).toEqual([{ _environmentId: ids.development, value: 'x' }]);
    const named: [ApiRequest['method'], string, object?][] = [
      ['GET', `/v2/workflows/${HUSH}?environmentId=${ids.production}`],
      ['GET', `/v2/environments/${ids.production}/tags`],
      ['GET', `/v2/environments/${ids.production}/definitions`],
      ['POST', `/v2/environments/${ids.production}/definitions/diff`, { workflows: [], layouts: [] }],
      ['POST', `/v2/environments/${ids.production}/diff`, {}],
    ];
    for (const [method, url, payload] of named) {
      const response = await send(method, url, payload);
      expect({ url, status: response.status }).toEqual({ url, status: there === 'none' ? 404 : 403 });
      expect(JSON.stringify(response.body)).not.toContain(`"${HUSH}"`);
    }
  });

  it('PE2: a viewer there reads it all', async () => {
    const send = await person('author', 'viewer');
    expect((await send('GET', '/v1/environment-variables/SHOP')).body.data.values).toHaveLength(2);
    expect(JSON.stringify((await send('GET', '/v1/integrations')).body)).toContain(HUSH);
    expect((await send('GET', `/v2/workflows/${HUSH}?environmentId=${ids.production}`)).status).toBe(200);
    expect((await send('GET', `/v2/environments/${ids.production}/tags`)).body.data).toEqual([{ name: HUSH }]);
  });

  it('PE2: who may not see it does not learn that it was deleted, nor who may not change it restores it', async () => {
    const [stranger, support, admin] = [
      await person('owner', 'none'),
      await person('owner', 'support'),
      await person('viewer', 'admin'),
    ];
    expect((await test.otherApi.delete(`/v1/environments/${ids.production}?confirm=Production`)).status).toBe(200);
    const restore = `/v1/environments/${ids.production}/restore`;
    expect((await stranger('GET', '/v1/environments/deleted')).body.data).toEqual([]);
    expect((await support('GET', '/v1/environments/deleted')).body.data).toHaveLength(1);
    expect([(await stranger('POST', restore)).status, (await support('POST', restore)).status]).toEqual([404, 403]);
    // The guard asks for the role where the request is sent from.
    expect((await admin('POST', restore)).status).toBe(403);
    expect((await test.api.post(restore)).status).toBe(200);
  });
});

describe('secrets in responses', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
  });

  afterAll(() => test.close());

  const keyWith = async (permissions: string | string[]): Promise<ApiClient> => {
    const { key } = (await test.api.post('/v1/api-keys', { name: 'x', permissions })).body.data;
    return new ApiClient((request) => test.app.getHttpAdapter().getInstance().inject(request), key);
  };

  it('PE4: are shown to none without secrets:read: tokens of workspaces, addresses to post to, device tokens', async () => {
    const { api } = test;
    const slack = aSlackIntegration();
    expect((await api.post('/v1/integrations', slack)).status).toBe(201);
    const owner = { subscriberId: 'ada', integrationIdentifier: slack.identifier };
    await api.subscriber({ subscriberId: 'ada', email: 'ada@example.com' });
    const connection = aConnection(owner);
    const url = 'https://hooks.example.com/very-secret';
    const endpoint = anEndpoint({ ...owner, type: 'webhook', endpoint: { url } });
    expect((await api.post('/v1/channel-connections', connection)).status).toBe(201);
    expect((await api.post('/v1/channel-endpoints', endpoint)).status).toBe(201);
    const credentials = { providerId: 'slack', credentials: { webhookUrl: url } };
    expect((await api.put('/v1/subscribers/ada/credentials', credentials)).status).toBe(200);
    const seen = async (client: ApiClient) => {
      const urls = [
        '/v1/channel-connections',
        `/v1/channel-connections/${connection.identifier}`,
        '/v1/channel-endpoints',
        `/v1/channel-endpoints/${endpoint.identifier}`,
        '/v2/subscribers',
        '/v2/subscribers/ada',
        '/v1/subscribers',
        '/v1/subscribers/ada',
        '/v1/integrations',
        '/v1/environments',
        '/v1/environments/me',
      ];
      const responses = await Promise.all(urls.map((one) => client.get(one)));
      expect(responses.map(({ status }) => status)).toEqual(urls.map(() => 200));
      return responses.map(({ body }) => /very-secret|slack-secret|"key":"[0-9a-f]{32}"/.test(JSON.stringify(body)));
    };
    expect(await seen(await keyWith('read'))).toEqual(Array.from({ length: 11 }, () => false));
    expect(await seen(api)).toEqual([true, true, true, true, true, true, true, true, false, true, true]);

    // Where a subscriber is reached is shown, but not how.
    const [channel] = (await (await keyWith('read')).get('/v2/subscribers/ada')).body.data.channels;
    expect(channel).toMatchObject({ providerId: 'slack', credentials: { webhookUrl: '•'.repeat(8) } });

    // What stands for a secret is not stored in its place.
    const writer = await keyWith(['subscribers:read', 'subscribers:write']);
    const shown = (await writer.get(`/v1/channel-connections/${connection.identifier}`)).body.data;
    const { workspace, auth } = shown;
    for (const masked of [channel.credentials, { deviceTokens: ['a', '•'.repeat(8)] }]) {
      expect(
        await writer.patch('/v1/subscribers/ada/credentials', { providerId: 'slack', credentials: masked }),
      ).toMatchObject({ status: 422 });
    }
    expect((await writer.patch(`/v1/channel-connections/${connection.identifier}`, { workspace, auth })).status).toBe(
      422,
    );
    const address = (await writer.get(`/v1/channel-endpoints/${endpoint.identifier}`)).body.data.endpoint;
    expect((await writer.patch(`/v1/channel-endpoints/${endpoint.identifier}`, { endpoint: address })).status).toBe(
      422,
    );
  });

  it('PE4: a key with workflows:read alone reads no person by simulating', async () => {
    const steps = [anInAppStep({ controlValues: { body: 'To {{subscriber.email}} of {{context.tenant.data.plan}}' } })];
    await test.api.workflow({ workflowId: 'letter', steps });
    await test.api.subscriber({ subscriberId: 'bob', email: 'bob@example.com' });
    await test.api.post('/v2/contexts', { type: 'tenant', id: 'acme', data: { plan: 'gold' } });
    const simulate = async (client: ApiClient) =>
      JSON.stringify(
        (await client.post('/v1/events/simulate', { name: 'letter', to: 'bob', context: { tenant: 'acme' } })).body,
      );
    expect(await simulate(test.api)).toContain('To bob@example.com of gold');
    expect(await simulate(await keyWith(['workflows:read']))).not.toMatch(/bob@|gold/);
  });

  it('PE4: a key with events:write alone reads no person, and learns of none', async () => {
    const trigger = await keyWith('trigger');
    await test.api.workflow({ workflowId: 'order' });
    await test.api.subscriber({ subscriberId: 'eve', email: 'eve@example.com' });
    const responseTo = async (to: unknown) => {
      const { status, body } = await trigger.post('/v1/events/trigger', {
        name: 'order',
        to,
        transactionId: `t-${String(to)}`,
      });
      return { status, data: { ...body.data, transactionId: '' } };
    };
    expect(await responseTo('eve')).toEqual(await responseTo('unknown'));
    expect((await trigger.get('/v1/events/trigger/t-eve')).status).toBe(403);
    const headers = { 'idempotency-key': 'of-another' };
    const request = { method: 'POST', url: '/v2/subscribers', payload: { subscriberId: 'zoe' }, headers } as const;
    expect([(await test.api.request(request)).status, (await trigger.request(request)).status]).toEqual([201, 403]);
  });
});
