import { createHmac, randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { SigningSecrets } from '../../src/auth/signing-secrets.service.js';
import { ApiClient, type ApiResponse } from '../api-client.js';
import { asPerson, createPerson } from '../builders/account.js';
import { aWorkflow, anInAppStep } from '../builders/workflow.js';
import { EngineScene, HOUR, MINUTE } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';
import { eventually } from '../eventually.js';
import { hasRedisServer, RedisServer } from '../redis-server.js';
import { startTestApp, type TestApp } from '../test-app.js';

const KEYS = '/v1/api-keys';
const RENEW = '/v1/environments/api-keys/regenerate';

describe('API keys', () => {
  let scene: EngineScene;
  let test: TestApp;
  /** The key of the first start: it may do everything in Development. */
  let api: ApiClient;

  beforeEach(async () => {
    scene = await EngineScene.start({ settings: { ROLE: 'api', API_KEY_CACHE_SECONDS: '3600' } });
    test = scene.carillon;
    ({ api } = test);
  });

  afterEach(() => scene.close());

  const as = (key: string): ApiClient =>
    new ApiClient((request) => test.app.getHttpAdapter().getInstance().inject(request), key);
  const make = async (fields: object, by = api) => {
    const { status, body } = await by.post(KEYS, { name: 'Shop', ...fields });
    expect({ status, body }).toMatchObject({ status: 201 });
    return { ...body.data, api: as(body.data.key) } as { id: string; key: string; api: ApiClient; expiresAt: string };
  };
  const inFuture = (milliseconds: number): string => new Date(scene.clock.now().getTime() + milliseconds).toISOString();
  const isLetIn = async (client: ApiClient) => (await client.get('/v2/workflows')).status;
  const problem = ({ status, body }: ApiResponse) => ({ status, message: body.message as string });

  it('KP1: several work beside each other, are shown once, and are listed with what they may do', async () => {
    const expiresAt = inFuture(HOUR);
    const { body } = await api.post(KEYS, { name: 'Shop server', permissions: 'trigger', expiresAt });
    const { key, ...summary } = body.data;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(summary).toMatchObject({
      name: 'Shop server',
      permissions: ['events:write'],
      preset: 'trigger',
      expiresAt,
      lastUsedAt: null,
      isCurrent: false,
    });
    const listed = await api.get(KEYS);
    expect(listed.body.data).toEqual([
      expect.objectContaining({ name: null, preset: 'full', expiresAt: null, isCurrent: true }),
      summary,
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(key);
    // Where keys are shown, those with a name are not.
    expect((await api.get('/v1/environments/api-keys')).body.data).toHaveLength(1);
    expect((await api.get('/v1/environments/me')).body.data.apiKeys).toHaveLength(1);
    expect(JSON.stringify((await test.otherApi.get(KEYS)).body)).not.toContain('Shop server');
  });

  it('KP1: each may do what it is for, and nothing else', async () => {
    const workflow = aWorkflow({ steps: [anInAppStep()] });
    await api.workflow(workflow);
    const { api: trigger } = await make({ permissions: 'trigger' });
    const { api: read } = await make({ permissions: 'read' });
    const { api: author } = await make({ permissions: ['workflows:write'] });
    const request = { name: workflow.workflowId, to: 'ada' };
    const statuses = async (client: ApiClient) => [
      (await client.post('/v1/events/trigger', request)).status,
      (await client.get('/v2/subscribers/ada')).status,
      (await client.post('/v2/workflows', aWorkflow())).status,
      (await client.get('/v1/environments/api-keys')).status,
    ];
    expect(await statuses(trigger)).toEqual([201, 403, 403, 403]);
    expect(await statuses(read)).toEqual([403, 404, 403, 403]);
    expect(await statuses(author)).toEqual([403, 403, 201, 403]);
    expect(problem(await trigger.get('/v2/subscribers'))).toEqual({
      status: 403,
      message: "The API key has no permission 'subscribers:read'",
    });
    expect((await read.get('/v1/environments/me')).body.data.apiKeys).toEqual([]);
  });

  it.each<[object, string]>([
    [{ name: 'x' }, 'permissions'],
    [{ name: 'x', permissions: 'all' }, 'permissions'],
    [{ name: 'x', permissions: [] }, 'permissions'],
    [{ name: 'x', permissions: ['members:write'] }, 'permissions'],
    [{ name: 'x', permissions: [{}] }, 'permissions'],
    [{ name: ' ', permissions: 'read' }, 'name'],
    [{ permissions: 'read' }, 'name'],
    [{ name: 'x', permissions: 'read', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', permissions: 'read', expiresAt: '2099-W05' }, 'expiresAt'],
    [{ name: 'x', permissions: 'read', expiresAt: 7 }, 'expiresAt'],
  ])('KP1: %j is 422 for %s', async (request, field) => {
    const { status, body } = await api.post(KEYS, request);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });

  it('KP2: none gives more than it has, and none changes one that has more', async () => {
    const limited = await make({
      permissions: ['api-keys:read', 'api-keys:write', 'secrets:read', 'environments:write'],
    });
    const [first] = (await limited.api.get(KEYS)).body.data;
    const small = await make({ permissions: ['api-keys:read'] }, limited.api);
    const denied = [
      limited.api.post(KEYS, { name: 'x', permissions: 'full' }),
      limited.api.post(KEYS, { name: 'x', permissions: ['api-keys:read', 'events:read'] }),
      limited.api.patch(`${KEYS}/${small.id}`, { permissions: 'trigger' }),
      limited.api.patch(`${KEYS}/${limited.id}`, { permissions: 'full' }),
      limited.api.patch(`${KEYS}/${first.id}`, { name: 'Mine' }),
      limited.api.delete(`${KEYS}/${first.id}`),
      small.api.post(KEYS, { name: 'x', permissions: ['api-keys:read'] }),
    ];
    for (const response of await Promise.all(denied)) expect(response.status).toBe(403);
    expect((await denied[1]!).body.message).toBe('A key cannot get permissions that its maker lacks: events:read');
    // Nor does it see one.
    for (const response of [
      await limited.api.get('/v1/environments/api-keys'),
      await limited.api.post('/v1/environments', { name: 'Staging' }),
      await limited.api.get('/v1/environments'),
    ])
      expect(JSON.stringify(response.body)).not.toMatch(/"key"/);
    const renewed = (await limited.api.post(RENEW)).body.data;
    expect(renewed).toHaveLength(1);
    expect((await as(renewed[0].key).post(KEYS, { name: 'x', permissions: 'full' })).status).toBe(403);
  });

  it('KP2: the response with a key is repeated to nobody else', async () => {
    const headers = { 'idempotency-key': 'one' };
    const payload = { name: 'x', permissions: 'full' };
    const limited = await make({ permissions: ['api-keys:write'] });
    const request = { method: 'POST', url: KEYS, payload, headers } as const;
    const first = await api.request(request);
    expect([first.status, (await limited.api.request(request)).status]).toEqual([201, 422]);
    expect((await api.request(request)).body).toEqual(first.body);
  });

  it('KP2: one that ends makes none that ends later, and does not lengthen itself', async () => {
    const ending = await make({ permissions: 'full', expiresAt: inFuture(HOUR) });
    const statuses = [
      await ending.api.post(KEYS, { name: 'x', permissions: 'full' }),
      await ending.api.post(KEYS, { name: 'x', permissions: 'full', expiresAt: inFuture(2 * HOUR) }),
      await ending.api.patch(`${KEYS}/${ending.id}`, { expiresAt: null }),
      await ending.api.patch(`${KEYS}/${ending.id}`, { expiresAt: inFuture(2 * HOUR) }),
      await ending.api.post(KEYS, { name: 'x', permissions: 'full', expiresAt: inFuture(MINUTE) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 201]);
    const [next] = (await ending.api.post(RENEW)).body.data;
    expect(next.expiresAt).toBe(ending.expiresAt);
    scene.clock.forward(HOUR);
    expect(await isLetIn(as(next.key))).toBe(401);
  });

  it('KP2: people make those that their role in the environment allows', async () => {
    const [development, production] = (await api.get('/v1/environments')).body.data;
    const { token } = await createPerson(test, { role: 'viewer', environmentRoles: { [development._id]: 'admin' } });
    const create = (environment: string) => ({
      method: 'POST' as const,
      url: KEYS,
      headers: asPerson(token, environment),
      payload: { name: 'Of a person', permissions: 'full' },
    });
    const made = await test.anonymous.request(create('Development'));
    expect(made.status).toBe(201);
    expect((await as(made.body.data.key).get('/v1/environments/me')).body.data._id).toBe(development._id);
    expect((await test.anonymous.request(create(production._id))).status).toBe(403);
    const renewing = { method: 'POST', url: RENEW, headers: asPerson(token, 'Development') } as const;
    expect(problem(await test.anonymous.request(renewing))).toEqual({
      status: 400,
      message: 'This request has no API key that could be renewed',
    });
  });

  it('KP3: only full ones prove inbox sessions and sign requests, as long as they are full', async () => {
    const { identifier, _id } = (await test.otherApi.get('/v1/environments/me')).body.data;
    const open = async (key: string): Promise<number> => {
      const subscriberHash = createHmac('sha256', key).update('ada').digest('hex');
      const session = { applicationIdentifier: identifier, subscriber: { subscriberId: 'ada' }, subscriberHash };
      return (await test.anonymous.post('/v1/inbox/session', session)).status;
    };
    const full = await make({ permissions: 'full' }, test.otherApi);
    const all = await make({ permissions: ['events:write', 'subscribers:write'] }, test.otherApi);
    expect([await open(full.key), await open(all.key)]).toEqual([201, 400]);
    const stored = await test.connection.collection('environments').findOne({ identifier });
    expect(stored!['apiKeys'].map(({ sealedKey }: { sealedKey?: string }) => sealedKey !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
    const [first] = (await test.otherApi.get(KEYS)).body.data;
    const signing = () => test.app.get(SigningSecrets, { strict: false }).find(new Types.ObjectId(_id));
    expect(await signing()).toBe(test.otherApi.apiKey);
    expect((await full.api.patch(`${KEYS}/${first.id}`, { permissions: 'read' })).status).toBe(200);
    expect(await signing()).toBe(full.key);
    expect(await open(test.otherApi.apiKey!)).toBe(400);
    expect(problem(await full.api.patch(`${KEYS}/${first.id}`, { permissions: 'full' }))).toMatchObject({
      status: 409,
    });
    expect((await full.api.get('/v1/environments/api-keys')).body.data).toEqual([]);
  });

  it('KP4: PATCH changes name, permissions and end at once; absent fields stay', async () => {
    const one = await make({ permissions: 'read', expiresAt: inFuture(HOUR) });
    expect(await isLetIn(one.api)).toBe(200);
    const patch = async (fields: object) => (await api.patch(`${KEYS}/${one.id}`, fields)).body.data;
    expect(await patch({ name: 'Shop 2' })).toMatchObject({ name: 'Shop 2', preset: 'read', expiresAt: one.expiresAt });
    expect(await patch({ permissions: ['events:read'] })).toMatchObject({ permissions: ['events:read'], preset: null });
    expect(await isLetIn(one.api)).toBe(403);
    expect(await patch({ expiresAt: null, permissions: 'read' })).toMatchObject({ name: 'Shop 2', expiresAt: null });
    expect(await patch({})).toMatchObject({ name: 'Shop 2' });
    scene.clock.forward(2 * HOUR);
    expect(await isLetIn(one.api)).toBe(200);
    await patch({ expiresAt: inFuture(MINUTE) });
    scene.clock.forward(MINUTE);
    expect(await isLetIn(one.api)).toBe(401);
    expect((await api.patch(`${KEYS}/${one.id}`, { expiresAt: null })).status).toBe(404);
    expect((await api.get(KEYS)).body.data).toHaveLength(1);
    expect(
      (await test.otherApi.patch(`${KEYS}/${(await make({ permissions: 'read' })).id}`, { name: 'x' })).status,
    ).toBe(404);
  });

  it('KP4: DELETE revokes at once; also the own key, and the last one', async () => {
    const one = await make({ permissions: 'full' });
    expect(await isLetIn(one.api)).toBe(200);
    expect((await api.delete(`${KEYS}/${one.id}`)).status).toBe(204);
    expect(await isLetIn(one.api)).toBe(401);
    expect((await api.delete(`${KEYS}/${one.id}`)).status).toBe(404);
    expect((await api.delete(`${KEYS}/unknown`)).status).toBe(404);
    const [own] = (await api.get(KEYS)).body.data;
    expect((await api.delete(`${KEYS}/${own.id}`)).status).toBe(204);
    expect(await isLetIn(api)).toBe(401);
  });

  it('KP4: one key is revoked once, however many ask', async () => {
    const one = await make({ permissions: 'read' });
    const responses = await Promise.all(Array.from({ length: 6 }, () => api.delete(`${KEYS}/${one.id}`)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(responses.filter(({ status }) => ![204, 404].includes(status))).toEqual([]);
  });

  it('KP4: renewing keeps name, permissions and what the key proves', async () => {
    // A name that a store could take for an expression.
    const one = await make({ name: '$$ROOT', permissions: ['api-keys:write', 'api-keys:read'] });
    const [next, ...others] = (await one.api.post(RENEW, { overlapSeconds: 60 })).body.data;
    expect(others).toEqual([]);
    expect((await as(next.key).get(KEYS)).body.data).toMatchObject([
      { name: null },
      { name: '$$ROOT', permissions: ['api-keys:read', 'api-keys:write'], isCurrent: false },
      { name: '$$ROOT', permissions: ['api-keys:read', 'api-keys:write'], isCurrent: true, expiresAt: null },
    ]);
    expect(await Promise.all([one.api, as(next.key)].map(isLetIn))).toEqual([403, 403]);
    scene.clock.forward(MINUTE);
    expect(await Promise.all([one.api, as(next.key)].map(isLetIn))).toEqual([401, 403]);
  });

  it('KP4: there are at most 50; ended ones make room', async () => {
    const create = (expiresAt?: string) => api.post(KEYS, { name: 'x', permissions: 'read', expiresAt });
    const responses = await Promise.all(Array.from({ length: 60 }, () => create(inFuture(HOUR))));
    const count = (wanted: number) => responses.filter(({ status }) => status === wanted).length;
    expect([count(201), count(409)]).toEqual([49, 11]);
    scene.clock.forward(HOUR);
    expect((await create()).status).toBe(201);
    expect((await api.get(KEYS)).body.data).toHaveLength(2);
  });

  it('KP5: the last use is stored every ten minutes, by no request itself', async () => {
    const { key, id } = await make({ permissions: 'full' });
    const client = as(key);
    const lastUse = async () =>
      (await api.get(KEYS)).body.data.find((one: { id: string }) => one.id === id).lastUsedAt as string | null;
    expect(await lastUse()).toBeNull();
    scene.clock.stop();
    await client.get('/v2/workflows');
    const first = scene.clock.now().toISOString();
    await eventually(async () => expect(await lastUse()).toBe(first));
    const payload = { name: await scene.workflow([{ type: 'in_app', controlValues: { body: 'b' } }]), to: 'ada' };
    const trigger = () => client.post('/v1/events/trigger', payload);
    expect((await trigger()).status).toBe(201);
    expect(await countCommands(trigger)).toBe(1);
    scene.clock.forward(9 * MINUTE);
    await trigger();
    expect(await lastUse()).toBe(first);
    scene.clock.forward(MINUTE);
    await trigger();
    await eventually(async () => expect(await lastUse()).toBe(scene.clock.now().toISOString()));
  });
});

describe('API keys as they were stored before', () => {
  it('KP1: work as before, may do everything, and get along with new ones', async () => {
    const test = await startTestApp({ settings: { ROLE: 'api' } });
    const environments = test.connection.collection('environments');
    await environments.updateMany({}, { $unset: { 'apiKeys.$[].reach': 1 } });
    for (const { apiKeys } of await environments.find().toArray())
      for (const key of apiKeys as object[])
        expect(
          Object.keys(key).filter((name) => !['sealedKey', 'hash', 'userId', 'lastUsedAt'].includes(name)),
        ).toEqual([]);
    const { api } = test;
    expect((await api.get('/v1/environments/api-keys')).body.data).toMatchObject([{ key: api.apiKey }]);
    expect((await api.get(KEYS)).body.data).toMatchObject([
      { name: null, preset: 'full', createdAt: null, expiresAt: null, isCurrent: true },
    ]);
    expect((await api.post(KEYS, { name: 'New', permissions: 'read' })).status).toBe(201);
    const { data } = (await api.post(RENEW, { overlapSeconds: 60 })).body;
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({ key: api.apiKey });
    await test.close();
  });
});

describe('API keys in two processes', () => {
  // Without Redis the queue belongs to one process.
  const withRedis = hasRedisServer ? it : it.skip;
  let redis: RedisServer | undefined;

  afterAll(() => redis?.stop());

  withRedis('KP4: two are valid during a change, and one that is revoked or narrowed fails everywhere', async () => {
    const namespace = `t${randomBytes(5).toString('hex')}`;
    redis = await RedisServer.start();
    const options = {
      namespace,
      redisUri: redis.uri,
      settings: { ROLE: 'api', API_KEY_CACHE_SECONDS: '3600' },
    };
    const [one, other] = [await startTestApp(options), await startTestApp(options)];
    const create = async (permissions: string) => (await one.api.post(KEYS, { name: 'x', permissions })).body.data;
    const [former, next, narrowed] = [await create('full'), await create('full'), await create('read')];
    const statuses = () =>
      Promise.all(
        [former, next, narrowed].map(async ({ key }) => {
          const headers = { authorization: `ApiKey ${key}` };
          return (await other.anonymous.request({ method: 'GET', url: '/v2/workflows', headers })).status;
        }),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    const begin = performance.now();
    await one.api.delete(`${KEYS}/${former.id}`);
    await one.api.patch(`${KEYS}/${narrowed.id}`, { permissions: 'trigger' });
    await eventually(async () => expect(await statuses()).toEqual([401, 200, 403]));
    process.stdout.write(`Revoked in the other process after ${Math.round(performance.now() - begin)} ms\n`);
    await other.app.close();
    await one.close();
  });
});
