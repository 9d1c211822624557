import { Types } from 'mongoose';
import { ApiClient, type ApiResponse } from '../api-client.js';
import { apiOf, signIn, type SignedIn } from '../builders/account.js';
import { startTestApp, type TestApp } from '../test-app.js';

interface Made {
  id: string;
  key: string;
  api: ApiClient;
}

describe('what credentials give', () => {
  let test: TestApp;
  let owner: SignedIn;
  let ids: { development: string; production: string; staging: string };

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
    owner = await signIn(test);
    const staging = (await test.api.post('/v1/environments', { name: 'Staging' })).body.data._id as string;
    const [development, production] = (await test.api.get('/v1/environments')).body.data;
    ids = { development: development._id, production: production._id, staging };
    await test.api.put(`/v1/environments/${ids.production}`, { protected: false });
    await test.api.post('/v1/environment-variables', {
      key: 'TOKEN',
      values: [{ _environmentId: ids.production, value: 'of-production' }],
    });
  });

  afterAll(() => test.close());

  const as = (key: string): ApiClient =>
    new ApiClient((request) => test.app.getHttpAdapter().getInstance().inject(request), key);
  const make = async (by: ApiClient, fields: object = {}): Promise<Made> => {
    const { status, body } = await by.post('/v1/api-keys', { name: 'Some', permissions: 'full', ...fields });
    expect({ status, body }).toMatchObject({ status: 201 });
    return { ...body.data, api: as(body.data.key) };
  };
  const inDevelopment = ({ token }: SignedIn): ApiClient =>
    apiOf(test, token, { 'carillon-environment': 'Development' });
  const adminOfDevelopment = (): Promise<SignedIn> =>
    signIn(test, {
      role: 'none',
      environmentRoles: [{ environmentId: new Types.ObjectId(ids.development), role: 'admin' }],
    });
  const statuses = (responses: ApiResponse[]): number[] => responses.map(({ status }) => status);

  /** What reaches beyond Development. */
  const beyond = async (api: ApiClient): Promise<Record<string, number>> => ({
    definitions: (await api.get(`/v2/environments/${ids.production}/definitions`)).status,
    tags: (await api.get(`/v2/environments/${ids.production}/tags`)).status,
    diff: (await api.post(`/v2/environments/${ids.staging}/diff`, { sourceEnvironmentId: ids.production })).status,
    publish: (await api.post(`/v2/environments/${ids.staging}/publish`, { dryRun: false })).status,
    rename: (await api.put(`/v1/environments/${ids.staging}`, { name: 'Mine' })).status,
    bridge: (await api.put(`/v1/environments/${ids.staging}`, { bridge: { url: 'https://app.example.com/' } })).status,
    create: (await api.post('/v1/environments', { name: 'Another' })).status,
    delete: (await api.delete(`/v1/environments/${ids.staging}`)).status,
    variable: (
      await api.patch('/v1/environment-variables/TOKEN', { values: [{ _environmentId: ids.production, value: 'x' }] })
    ).status,
    'delete the variable': (await api.delete('/v1/environment-variables/TOKEN')).status,
    integration: (
      await api.post('/v1/integrations', { providerId: 'sendgrid', channel: 'email', _environmentId: ids.staging })
    ).status,
  });

  it('KP6: the key of an admin of one environment reaches no other', async () => {
    const { api } = await make(inDevelopment(await adminOfDevelopment()));
    const found = await beyond(api);
    expect(Object.entries(found).filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
    expect((await api.get('/v1/environments')).body.data.map(({ _id }: { _id: string }) => _id)).toEqual([
      ids.development,
    ]);
    expect(JSON.stringify((await api.get('/v1/environment-variables')).body)).not.toContain('of-production');
    const integrations = (await api.get('/v1/integrations')).body as { _environmentId: string }[];
    expect(integrations.every(({ _environmentId }) => _environmentId === ids.development)).toBe(true);
    await api.subscriber({ subscriberId: 'ada' });
  });

  it('KP6: only who may do as much in the organization gives a key that reaches it', async () => {
    const wide = { name: 'Wide', permissions: 'read', reach: 'organization' };
    const admin = inDevelopment(await adminOfDevelopment());
    const { api: own, id } = await make(test.api);
    const own2 = await make(own, { permissions: 'read' });
    expect(
      statuses([
        await admin.post('/v1/api-keys', wide),
        await own.post('/v1/api-keys', wide),
        await own.patch(`/v1/api-keys/${id}`, { reach: 'organization' }),
        await own.patch(`/v1/api-keys/${own2.id}`, { reach: 'organization' }),
        await admin.patch(`/v1/api-keys/${own2.id}`, { reach: 'organization' }),
      ]),
    ).toEqual([403, 403, 403, 403, 403]);
    const { api: read, id: readId } = await make(inDevelopment(owner), wide);
    expect((await read.get(`/v2/environments/${ids.production}/definitions`)).status).toBe(200);
    // Who could not make it does not answer for it by changing it.
    expect((await admin.patch(`/v1/api-keys/${readId}`, { name: 'Mine' })).status).toBe(200);
    expect((await read.get(`/v2/environments/${ids.production}/definitions`)).status).toBe(200);
    const narrowed = await inDevelopment(owner).patch(`/v1/api-keys/${readId}`, { reach: 'own' });
    expect(narrowed.body.data).toMatchObject({ reach: 'own' });
    expect((await read.get(`/v2/environments/${ids.production}/definitions`)).status).toBe(404);
    await make(test.api, wide);
  });

  it('KP6: keys of earlier releases and of the first start reach the organization', async () => {
    const environments = test.connection.collection('environments');
    const { key, id } = await make(test.api, { permissions: 'read' });
    await environments.updateOne(
      { 'apiKeys.name': 'Some' },
      { $unset: { 'apiKeys.$[old].reach': 1 } },
      {
        arrayFilters: [{ 'old.hash': { $regex: `^${id}` } }],
      },
    );
    for (const api of [as(key), test.api])
      expect((await api.get(`/v2/environments/${ids.production}/definitions`)).status).toBe(200);
    const listed = (await test.api.get('/v1/api-keys')).body.data as { id: string; reach: string }[];
    expect(listed.find((one) => one.id === id)!.reach).toBe('organization');
  });

  it('KP7: a key does what the person who answers for it may do now', async () => {
    const person = await signIn(test, { role: 'admin' });
    const { api, id } = await make(inDevelopment(person), { reach: 'organization' });
    const { api: second } = await make(api);
    const member = `/v1/members/${person.account._id.toHexString()}`;
    const can = async () =>
      statuses([
        await api.post('/v2/subscribers', { subscriberId: 'eve' }),
        await second.post('/v2/subscribers', { subscriberId: 'eve' }),
        await second.get('/v2/subscribers/eve'),
        await api.get(`/v2/environments/${ids.production}/definitions`),
      ]);
    expect(await can()).toEqual([201, 200, 200, 200].map((one, index) => (index < 2 ? expect.any(Number) : one)));
    const environmentRoles = [{ environmentId: ids.production, role: 'none' }];
    await owner.api.patch(member, { role: 'viewer', environmentRoles });
    expect(await can()).toEqual([403, 403, 200, 404]);
    await owner.api.delete(member);
    expect(await can()).toEqual([403, 403, 403, 403]);
    const { body } = await api.post('/v2/subscribers', { subscriberId: 'eve' });
    expect(body.hint).toContain('PATCH /v1/api-keys/');
    // Somebody else answers for it.
    expect((await inDevelopment(owner).patch(`/v1/api-keys/${id}`, { name: 'Kept' })).status).toBe(200);
    expect((await can()).map((status) => status < 300)).toEqual([true, false, false, true]);
  });

  it('KP8: signing keys of integrations are for who may see secrets, and stay when they come back masked', async () => {
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'a-signing-key', word: 'sesame' };
    const made = await test.api.post('/v1/integrations', { providerId: 'sendgrid', channel: 'email', configurations });
    const url = `/v1/integrations/${made.body._id ?? made.body.data._id}`;
    const configurationsFor = async (api: ApiClient) => {
      const { body } = await api.get('/v1/integrations');
      return (body as { _id: string; configurations?: object }[]).find(({ _id }) => url.endsWith(_id))!.configurations;
    };
    const author = await signIn(test, { role: 'author' });
    const { api: writer } = await make(test.api, { permissions: ['integrations:read', 'integrations:write'] });
    const masked = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'set', word: 'set' };
    expect(await configurationsFor(inDevelopment(author))).toEqual(masked);
    expect(await configurationsFor(writer)).toEqual(masked);
    const changed = { ...masked, inboundWebhookEnabled: false };
    expect((await writer.put(url, { configurations: changed })).body.data.configurations).toEqual(changed);
    expect(await configurationsFor(test.api)).toEqual({ ...configurations, inboundWebhookEnabled: false });
  });

  it('C11: a preview is not proven', async () => {
    await test.api.subscriber({ subscriberId: 'ada' });
    const { body } = await test.api.post('/v2/subscribers/ada/inbox-preview');
    const session = await test.anonymous.post('/v1/inbox/session', {
      applicationIdentifier: body.data.applicationIdentifier,
      subscriber: { subscriberId: 'ada' },
    });
    expect(session.status).toBe(201);
    const [, claims] = (session.body.data.token as string).split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).not.toHaveProperty('proven');
  });

  it('KP1: a person sees a key when it is made, and never again', async () => {
    const api = inDevelopment(owner);
    for (const url of ['/v1/environments', '/v1/environments/me', '/v1/environments/api-keys'])
      expect(JSON.stringify((await api.get(url)).body)).not.toMatch(/"key":/);
    expect((await test.api.get('/v1/environments/me')).body.data.apiKeys).toHaveLength(1);
    const made = await api.post('/v1/environments', { name: 'Fresh' });
    expect(made.body.data.apiKeys).toMatchObject([{ key: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  });
});
