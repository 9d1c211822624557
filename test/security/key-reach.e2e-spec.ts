import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Types } from 'mongoose';
import { KEY_PERMISSIONS, type Permission } from '../../src/auth/permissions.js';
import { ApiClient, type ApiResponse } from '../api-client.js';
import { apiOf, signIn, type SignedIn } from '../builders/account.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { MovableClock } from '../engine/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

const MINUTE = 60_000;

interface Made {
  id: string;
  key: string;
  api: ApiClient;
}

describe('what credentials give', () => {
  const clock = new MovableClock();
  let test: TestApp;
  let owner: SignedIn;
  let ids: { development: string; production: string; staging: string };
  /** What somebody at another address was sent. */
  let received: number;
  let stranger: Server;
  let elsewhere: string;

  beforeAll(async () => {
    stranger = createServer((_request, response) => {
      received += 1;
      response.end('{"status":"ok"}');
    });
    await new Promise<void>((resolve) => void stranger.listen(0, '127.0.0.1', resolve));
    elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
    clock.stop();
    test = await startTestApp({ clock, settings: { ROLE: 'api', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
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

  beforeEach(() => {
    received = 0;
  });

  afterAll(async () => {
    await test.close();
    stranger.close();
  });

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
    bridge: (await api.put(`/v1/environments/${ids.staging}`, { bridge: { url: elsewhere } })).status,
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
    expect((await api.post('/v2/subscribers', { subscriberId: 'ada' })).status).toBe(201);
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

  it('EN6: what a key may write elsewhere begins with its permission', async () => {
    // Each operation that names an environment, with the one permission that it lacks.
    const cases: [string, Permission, (api: ApiClient) => Promise<ApiResponse>][] = [
      ['sync', 'environments:write', (api) => api.post('/v1/bridge/sync', { bridgeUrl: elsewhere })],
      ['diff', 'environments:write', (api) => api.post('/v1/bridge/diff', { bridgeUrl: elsewhere })],
      ['validate', 'environments:write', (api) => api.post('/v1/bridge/validate', { bridgeUrl: elsewhere })],
      [
        'trigger',
        'environments:write',
        (api) => api.post('/v1/events/trigger', { name: 'any', to: 'ada', bridgeUrl: elsewhere }),
      ],
      [
        'copy',
        'environments:publish',
        (api) => api.put('/v2/workflows/copied/sync', { targetEnvironmentId: ids.production }),
      ],
      ['preview of a release', 'workflows:read', (api) => api.get(`/v2/environments/${ids.production}/definitions`)],
      ['rename', 'environments:write', (api) => api.put(`/v1/environments/${ids.production}`, { name: 'X' })],
      ['delete', 'environments:write', (api) => api.delete(`/v1/environments/${ids.production}`)],
      [
        'variable',
        'variables:write',
        (api) =>
          api.patch('/v1/environment-variables/TOKEN', { values: [{ _environmentId: ids.production, value: 'x' }] }),
      ],
    ];
    const workflow = aWorkflow({ workflowId: 'copied', steps: [anInAppStep()] });
    expect((await test.api.post('/v2/workflows', workflow)).status).toBe(201);
    const wrong: unknown[] = [];
    for (const [name, lacking, send] of cases) {
      const permissions = KEY_PERMISSIONS.filter((permission) => permission !== lacking);
      const { api } = await make(test.api, { permissions, reach: 'organization' });
      const { status, body } = await send(api);
      if (status !== 403 || !String(body.message).endsWith(`'${lacking}'`)) wrong.push([name, status, body]);
    }
    expect(wrong).toEqual([]);
    expect(received).toBe(0);
    const { api: read } = await make(test.api, { permissions: 'read', reach: 'organization' });
    expect((await read.post('/v1/bridge/diff', { bridgeUrl: elsewhere })).status).toBe(403);
    expect(received).toBe(0);
  });

  it('KP8: a key that ends makes and sees no credential that lasts longer', async () => {
    const expiresAt = new Date(clock.now().getTime() + MINUTE).toISOString();
    const { api } = await make(test.api, { reach: 'organization', expiresAt });
    const webhook = { url: 'https://example.com/hook', eventTypes: ['message.sent'] };
    const { body: hook } = await test.api.post('/v1/webhooks', webhook);
    const { body: legacy } = await test.api.post('/v1/legacy/applications', { name: 'Old' });
    await test.api.post('/v2/subscribers', { subscriberId: 'ada' });
    const created = await api.post('/v1/environments', { name: `E${Date.now()}` });
    expect(created.body.data.apiKeys).toEqual([]);
    expect((await api.get('/v1/environments/api-keys')).body.data).toEqual([]);
    expect((await api.get('/v1/environments/me')).body.data.apiKeys).toEqual([]);
    const refused = [
      await api.post('/v1/api-keys', { name: 'Longer', permissions: 'read' }),
      await api.post('/v1/legacy/applications', { name: 'Mine' }),
      await api.post(`/v1/legacy/applications/${legacy.data?.applicationId}/rotate`, { overlapSeconds: 60 }),
      await api.get(`/v1/webhooks/${hook.data?._id}/secret`),
      await api.post(`/v1/webhooks/${hook.data?._id}/secret/rotate`),
    ];
    expect(statuses(refused)).toEqual([403, 403, 403, 403, 403]);
    const preview = await api.post('/v2/subscribers/ada/inbox-preview');
    expect(preview.body.data.expiresAt).toBe(expiresAt);
    const renewed = await api.post('/v1/environments/api-keys/regenerate', { overlapSeconds: 0 });
    expect(renewed.body.data).toMatchObject([{ expiresAt }]);
  });

  it('KP8: a credential is made by who may do all that it opens', async () => {
    await test.api.post('/v2/subscribers', { subscriberId: 'ada' });
    const { body: hook } = await test.api.post('/v1/webhooks', {
      url: 'https://example.com/hook',
      eventTypes: ['message.sent'],
    });
    const { body: legacy } = await test.api.post('/v1/legacy/applications', { name: 'Old' });
    const rows: [string, Permission[], (api: ApiClient) => Promise<ApiResponse>][] = [
      [
        'a preview',
        ['subscribers:read', 'subscribers:write', 'notifications:read', 'notifications:write'],
        (api) => api.post('/v2/subscribers/ada/inbox-preview'),
      ],
      [
        'a legacy secret',
        ['legacy:write', 'events:write'],
        (api) => api.post('/v1/legacy/applications', { name: 'Mine' }),
      ],
      [
        'another legacy secret',
        ['legacy:write', 'events:write'],
        (api) => api.post(`/v1/legacy/applications/${legacy.data?.applicationId}/rotate`, { overlapSeconds: 60 }),
      ],
      [
        'the secret of a webhook',
        ['webhooks:write', 'secrets:read'],
        (api) => api.post(`/v1/webhooks/${hook.data?._id}/secret/rotate`),
      ],
    ];
    for (const [, needed, send] of rows) {
      for (const lacking of needed) {
        const { api } = await make(test.api, { permissions: needed.filter((one) => one !== lacking) });
        expect(await send(api)).toMatchObject({ status: 403, body: { message: expect.stringContaining(lacking) } });
      }
      const { api } = await make(test.api, { permissions: needed });
      expect((await send(api)).status).toBeLessThan(300);
    }
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
    await test.api.post('/v2/subscribers', { subscriberId: 'ada' });
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
