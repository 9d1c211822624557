import { aConnection, aSlackIntegration, anEndpoint } from '../builders/channel.js';
import { anEmailIntegration, keepFromEarlierRelease } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

const CONNECTIONS = '/v1/channel-connections';
const ENDPOINTS = '/v1/channel-endpoints';
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let test: TestApp;
let integrationIdentifier: string;

beforeAll(async () => {
  test = await startTestApp();
  integrationIdentifier = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier;
});

afterAll(() => test.close());

const person = async (): Promise<string> => (await test.api.subscriber()).subscriberId;
const connect = async (fields: object = {}) =>
  test.api.post(CONNECTIONS, aConnection({ integrationIdentifier, subscriberId: await person(), ...fields }));
const place = async (fields: object = {}) =>
  test.api.post(ENDPOINTS, anEndpoint({ integrationIdentifier, subscriberId: await person(), ...fields }));

/** What holds for both. */
const RESOURCES = [
  { name: 'connection', path: CONNECTIONS, create: connect, secret: 'xoxb-very-secret' },
  { name: 'endpoint', path: ENDPOINTS, create: place, secret: 'U-very-secret' },
];

describe.each(RESOURCES)('a channel $name', ({ path, create, secret, name }) => {
  const identifiersOf = async (query: string) =>
    (await test.api.get(`${path}?${query}`)).body.data.map(({ identifier }: { identifier: string }) => identifier);

  it('is created, read and deleted', async () => {
    const created = await create();
    expect(created.status).toBe(201);
    const url = `${path}/${created.body.data.identifier}`;
    expect(await test.api.get(url)).toMatchObject({ status: 200, body: created.body });
    expect(await test.api.delete(url)).toMatchObject({ status: 204, body: undefined });
    expect((await test.api.get(url)).status).toBe(404);
    expect((await test.api.delete(url)).status).toBe(404);
  });

  it('is stored with its secrets encrypted', async () => {
    const { body } = await create();
    expect(JSON.stringify(body)).toContain(secret);
    const stored = await test.connection.collection(`channel${name}s`).find().toArray();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('is named by itself when the request does not', async () => {
    const { body } = await create({ identifier: undefined });
    expect(body.data.identifier).toMatch(new RegExp(`^${name}-[0-9a-f]{16}$`));
  });

  it('has a name of its own: one of parallel requests wins, the others are 409', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ identifier: `same-${name}` })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)]);
  });

  it('is found by whose it is, and by integration, provider and channel', async () => {
    const subscriberId = await person();
    const context = { tenant: `tenant-${subscriberId}`, app: { id: 'web', data: { plan: 'pro' } } };
    const { identifier, contextKeys } = (await create({ subscriberId, context })).body.data;
    expect(contextKeys).toEqual(['app:web', `tenant:tenant-${subscriberId}`]);
    const mine = `subscriberId=${subscriberId}`;
    for (const query of [
      mine,
      `contextKeys=tenant:tenant-${subscriberId}&contextKeys=app:web`,
      `contextKeys=tenant:tenant-${subscriberId}&contextKeys=app:web&contextKeys=app:web`,
      `${mine}&channel=chat&providerId=slack&integrationIdentifier=${integrationIdentifier}`,
    ]) {
      expect({ [query]: await identifiersOf(query) }).toEqual({ [query]: [identifier] });
    }
    for (const query of [
      `${mine}&channel=tool`,
      `${mine}&providerId=discord`,
      `${mine}&integrationIdentifier=unknown`,
      `${mine}&contextKeys=app:web`,
      `${mine}&contextKeys=`,
    ]) {
      expect({ [query]: await identifiersOf(query) }).toEqual({ [query]: [] });
    }
    expect((await test.api.get(`/v2/contexts/app/web`)).body.data.data).toEqual({ plan: 'pro' });
  });

  it('is listed page by page, in each order', async () => {
    const subscriberId = await person();
    const names: string[] = [];
    for (const tenant of ['one', 'two', 'three']) {
      names.push((await create({ subscriberId, context: { tenant } })).body.data.identifier);
    }
    for (const orderBy of ['_id', 'createdAt', 'updatedAt']) {
      const query = `subscriberId=${subscriberId}&limit=2&orderBy=${orderBy}`;
      const first = (await test.api.get(`${path}?${query}`)).body;
      expect(first).toMatchObject({ totalCount: 3, totalCountCapped: false, previous: null });
      const second = (await test.api.get(`${path}?${query}&after=${first.next}`)).body;
      expect(second.next).toBeNull();
      const all = [...first.data, ...second.data].map(({ identifier }: { identifier: string }) => identifier);
      expect(all).toEqual(names.toReversed());
    }
  });

  it('shows no integration when that is gone', async () => {
    const { _id, identifier } = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data;
    const created = (await create({ integrationIdentifier: identifier })).body.data;
    expect(created.integrationIdentifier).toBe(identifier);
    await test.api.delete(`/v1/integrations/${_id}`);
    const { body } = await test.api.get(`${path}/${created.identifier}`);
    expect(body.data).toMatchObject({ integrationIdentifier: null, providerId: 'slack', channel: 'chat' });
  });

  it('R17: goes with its subscriber', async () => {
    const subscriberId = await person();
    const { identifier } = (await create({ subscriberId })).body.data;
    expect((await test.api.delete(`/v2/subscribers/${subscriberId}`)).status).toBe(200);
    await eventually(async () => expect((await test.api.get(`${path}/${identifier}`)).status).toBe(404));
  });

  it("is nobody else's business", async () => {
    const { identifier } = (await create()).body.data;
    expect((await test.otherApi.get(`${path}/${identifier}`)).status).toBe(404);
    expect((await test.otherApi.delete(`${path}/${identifier}`)).status).toBe(404);
    expect((await test.otherApi.get(path)).body.data).toEqual([]);
    const stolen = await test.otherApi.post(path, {
      ...aConnection({ integrationIdentifier, subscriberId: 'x' }),
      ...anEndpoint({}),
    });
    expect(stolen.status).toBe(404);
  });

  it.each([
    ['an unknown integration', { integrationIdentifier: 'unknown' }],
    ['an unknown subscriber', { subscriberId: 'unknown' }],
  ])('answers 404 for %s', async (_what, fields) => {
    expect((await create(fields)).status).toBe(404);
  });

  it.each([
    ['identifier', { identifier: 'with space' }],
    ['identifier', { identifier: null }],
    ['identifier', { identifier: ''.padEnd(257, 'x') }],
    ['integrationIdentifier', { integrationIdentifier: undefined }],
    ['integrationIdentifier', { integrationIdentifier: 42 }],
    ['subscriberId', { subscriberId: null }],
    ['subscriberId', { subscriberId: '' }],
    ['context', { context: 'acme' }],
    ['context.tenant', { context: { tenant: 42 } }],
    ['context', { context: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } }],
  ])('refuses a wrong %s', async (field, fields) => {
    const { status, body } = await create(fields);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it.each(['limit=0', 'limit=101', 'orderBy=name', 'orderDirection=up', 'channel=pigeon', 'after=nonsense'])(
    'refuses a list with %s',
    async (query) => {
      expect((await test.api.get(`${path}?${query}`)).status).toBe(422);
    },
  );

  it('belongs to an integration of the right channel', async () => {
    const { identifier } = (await test.api.post('/v1/integrations', anEmailIntegration())).body.data;
    const { status, body } = await create({ integrationIdentifier: identifier });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['integrationIdentifier'] });
  });
});

describe('channel connections', () => {
  it('answer with everything they have', async () => {
    const auth = { accessToken: 'a', refreshToken: 'r', expiresAt: '2026-02-03T04:05:06.789Z' };
    const subscriberId = await person();
    const { body } = await connect({ identifier: 'whole', subscriberId, auth });
    expect(body.data).toEqual({
      identifier: 'whole',
      channel: 'chat',
      providerId: 'slack',
      integrationIdentifier,
      subscriberId,
      contextKeys: [],
      workspace: { id: 'T1', name: 'Acme', botUserId: 'U1' },
      auth,
      createdAt: expect.stringMatching(DATE),
      updatedAt: expect.stringMatching(DATE),
    });
  });

  it('are one for the same subscriber, contexts and integration', async () => {
    const subscriberId = await person();
    const context = { tenant: 'acme' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => connect({ subscriberId, context })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)]);
    expect((await connect({ subscriberId })).status).toBe(201);
    expect((await connect({ subscriberId: undefined, context })).status).toBe(201);
    expect((await connect({ subscriberId: undefined, context })).status).toBe(409);
  });

  it('are of nobody in particular when they are shared', async () => {
    const context = { tenant: 'shared' };
    const { body } = await connect({ connectionMode: 'shared', context });
    expect(body.data).toMatchObject({ subscriberId: null, contextKeys: ['tenant:shared'] });
    const find = async (mode: string) =>
      (await test.api.get(`${CONNECTIONS}?connectionMode=${mode}&contextKeys=tenant:shared`)).body.data;
    expect(await find('shared')).toEqual([body.data]);
    expect(await find('subscriber')).toEqual([]);
  });

  it('are updated as wholes', async () => {
    const { data: before } = (await connect()).body;
    const change = { workspace: { id: 'T2' }, auth: { accessToken: 'another' } };
    const { status, body } = await test.api.patch(`${CONNECTIONS}/${before.identifier}`, change);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, ...change, updatedAt: expect.stringMatching(DATE) });
    expect((await test.otherApi.patch(`${CONNECTIONS}/${before.identifier}`, change)).status).toBe(404);
  });

  it.each([
    ['context', { connectionMode: 'shared' }],
    ['subscriberId', { subscriberId: undefined }],
    ['connectionMode', { connectionMode: 'mine' }],
    ['workspace', { workspace: undefined }],
    ['workspace.id', { workspace: {} }],
    ['workspace.name', { workspace: { id: 'T1', name: null } }],
    ['auth', { auth: null }],
    ['auth.accessToken', { auth: { accessToken: '' } }],
    ['auth.expiresAt', { auth: { accessToken: 'x', expiresAt: 'tomorrow' } }],
  ])('need a right %s', async (field, fields) => {
    const { status, body } = await connect(fields);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });
});

describe('channel endpoints', () => {
  it('answer with everything they have', async () => {
    const connection = (await connect()).body.data.identifier;
    const subscriberId = await person();
    const { body } = await place({ identifier: 'whole', subscriberId, connectionIdentifier: connection });
    expect(body.data).toEqual({
      identifier: 'whole',
      channel: 'chat',
      providerId: 'slack',
      integrationIdentifier,
      connectionIdentifier: connection,
      subscriberId,
      contextKeys: [],
      type: 'slack_user',
      endpoint: { userId: 'U-very-secret' },
      createdAt: expect.stringMatching(DATE),
      updatedAt: expect.stringMatching(DATE),
    });
    const { data } = (await test.api.get(`${ENDPOINTS}?connectionIdentifier=${connection}`)).body;
    expect(data).toEqual([body.data]);
  });

  it('create the subscriber when they are told to', async () => {
    const fields = { subscriberId: 'new-in-chat', createSubscriberIfMissing: true };
    expect((await place(fields)).status).toBe(201);
    expect((await test.api.get('/v2/subscribers/new-in-chat')).status).toBe(200);
  });

  it('keep the type of their address', async () => {
    const { identifier } = (await place()).body.data;
    const update = (endpoint: unknown) => test.api.patch(`${ENDPOINTS}/${identifier}`, { endpoint });
    const { status, body } = await update({ userId: 'U2' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type: 'slack_user', endpoint: { userId: 'U2' } });
    const wrong = await update({ channelId: 'C1' });
    expect({ status: wrong.status, fields: Object.keys(wrong.body.errors) }).toEqual({
      status: 422,
      fields: ['endpoint.userId'],
    });
    expect((await update('U3')).status).toBe(422);
    expect((await test.api.get(`${ENDPOINTS}/${identifier}`)).body.data.endpoint).toEqual({ userId: 'U2' });
  });

  it('are reached through a connection of the same integration', async () => {
    expect((await place({ connectionIdentifier: 'unknown' })).status).toBe(404);
    const another = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier;
    const connectionIdentifier = (await connect({ integrationIdentifier: another })).body.data.identifier;
    const { status, body } = await place({ connectionIdentifier });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['connectionIdentifier'] });
  });

  it.each([
    ['type', { type: 'pigeon' }],
    ['type', { type: 'constructor' }],
    ['endpoint', { endpoint: undefined }],
    ['endpoint', { endpoint: [] }],
    ['endpoint.userId', { endpoint: {} }],
    ['createSubscriberIfMissing', { createSubscriberIfMissing: 'yes' }],
  ])('need a right %s', async (field, fields) => {
    const { status, body } = await place(fields);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it('are of tools, too', async () => {
    const tool = { providerId: 'pagerduty', channel: 'tool', identifier: 'pagerduty-1' };
    await keepFromEarlierRelease(test.connection, tool);
    const fields = { type: 'pagerduty_service', endpoint: { routingKey: 'k', region: 'eu' } };
    const { body } = await place({ integrationIdentifier: tool.identifier, ...fields });
    expect(body.data).toMatchObject({ channel: 'tool', providerId: 'pagerduty', ...fields });
  });
});
