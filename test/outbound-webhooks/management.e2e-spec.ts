import { randomUUID } from 'node:crypto';
import { ALL_EVENT_TYPES } from '../../src/outbound-webhooks/recording/webhook-event.js';
import { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { tracesOf } from '../erasure/traces/traces-of.js';
import { WebhookScene } from './webhook-scene.js';

const ADDRESS = 'https://hooks.example.com/carillon';
const UNKNOWN = '6925a1f0c0ffee0123456789';
const FAST = { ENVIRONMENT_PURGE_SECONDS: '1', SWEEP_INTERVAL_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' };

describe('webhooks over the API', () => {
  let scene: WebhookScene;

  beforeAll(async () => {
    // Nothing is sent: what is created here leads nowhere.
    scene = await WebhookScene.start({ ROLE: 'api', MAX_WEBHOOKS: '8' });
  });

  afterEach(() => scene.carillon.connection.collection('webhookendpoints').deleteMany({}));

  afterAll(() => scene.close());

  const create = async (fields: object = {}) =>
    (await scene.api.post('/v1/webhooks', { url: ADDRESS, ...fields })).body.data;

  it('are created, shown, changed and deleted', async () => {
    const { status, body } = await scene.api.post('/v1/webhooks', {
      url: ADDRESS,
      description: 'Orders',
      eventTypes: ['message.sent'],
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      url: ADDRESS,
      description: 'Orders',
      eventTypes: ['message.sent'],
      enabled: true,
      createdAt: expect.any(String),
      updatedAt: body.data.createdAt,
    });
    const url = `/v1/webhooks/${body.data._id}`;
    expect((await scene.api.get(url)).body).toEqual(body);
    scene.clock.forward(1000);
    const changes = { url: `${ADDRESS}/2`, eventTypes: [], enabled: false };
    const { data } = (await scene.api.patch(url, changes)).body;
    expect(data).toEqual({ ...body.data, ...changes, updatedAt: expect.any(String) });
    expect(data.updatedAt).not.toBe(body.data.updatedAt);
    expect((await scene.api.patch(url, { description: null })).body.data).not.toHaveProperty('description');
    expect((await scene.api.delete(url)).status).toBe(204);
    expect((await scene.api.get(url)).status).toBe(404);
    expect((await scene.api.delete(url)).status).toBe(404);
  });

  it('are for all events and enabled unless told otherwise', async () => {
    expect(await create()).toMatchObject({ eventTypes: [], enabled: true });
    expect(await create({ enabled: false })).toMatchObject({ enabled: false });
  });

  it('are listed by page, and are at most as many as is set', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.unshift((await create())._id);
    const refused = await scene.api.post('/v1/webhooks', { url: ADDRESS });
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 400,
      message: 'An environment may have 8 webhooks',
    });
    const first = (await scene.api.get('/v1/webhooks?limit=5')).body;
    expect(first).toMatchObject({ previous: null, totalCount: 8, totalCountCapped: false });
    const second = (await scene.api.get(`/v1/webhooks?limit=5&after=${first.next}`)).body;
    expect([...first.data, ...second.data].map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  });

  it('B1: say which events there are', async () => {
    const { status, body } = await scene.api.get('/v1/webhooks/event-types');
    expect(status).toBe(200);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(ALL_EVENT_TYPES);
    expect(body.data.map(({ description }: { description: string }) => description)).not.toContain('');
  });

  it('have a secret of their own, encrypted at rest, however many rotate it at once', async () => {
    const { _id } = await create();
    const { secret } = (await scene.api.get(`/v1/webhooks/${_id}/secret`)).body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => scene.api.post(`/v1/webhooks/${_id}/secret/rotate`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.secret)).size).toBe(10);
    const stored = await scene.carillon.connection.collection('webhookendpoints').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
    expect(stored[0]!['secrets']).toHaveLength(5);
  });

  it('send a test event on request', async () => {
    const { _id } = await create({ eventTypes: ['message.read'] });
    const { status, body } = await scene.api.post(`/v1/webhooks/${_id}/test`);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      _id: expect.any(String),
      webhookId: _id,
      eventId: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
      eventType: 'webhook.test',
      status: 'pending',
      attempts: [],
      nextAttemptAt: body.data.createdAt,
      body: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(JSON.parse(body.data.body)).toEqual({
      type: 'webhook.test',
      timestamp: body.data.createdAt,
      data: { webhookId: _id, message: 'This is a test' },
    });
    expect((await scene.api.get(`/v1/webhooks/${_id}/deliveries/${body.data._id}`)).body).toEqual(body);
  });

  it('list their deliveries by type and status, and give up what is pending when they are disabled', async () => {
    const { _id } = await create();
    await scene.happen(3);
    await scene.api.post(`/v1/webhooks/${_id}/test`);
    const list = async (query: string) => (await scene.api.get(`/v1/webhooks/${_id}/deliveries?${query}`)).body;
    const first = await list('limit=3');
    expect(first).toMatchObject({ totalCount: 4, data: { length: 3 } });
    expect((await list(`limit=3&after=${first.next}`)).data).toHaveLength(1);
    expect((await list('eventType=webhook.test')).totalCount).toBe(1);
    expect((await list('eventType=push_token.removed&status=pending')).totalCount).toBe(3);
    expect((await list('status=delivered')).data).toEqual([]);
    await scene.api.patch(`/v1/webhooks/${_id}`, { enabled: false });
    const { data } = await list('status=failed');
    expect(data).toHaveLength(4);
    expect(data[0]).not.toHaveProperty('nextAttemptAt');
    await scene.happen();
    expect((await list('')).totalCount).toBe(4);
  });

  const urls: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty text', ''],
    ['no address', 'hooks.example.com'],
    ['another protocol', 'ftp://example.com'],
    ['a user', 'https://me:secret@example.com'],
    ['a fragment', 'https://example.com/#x'],
    ['2049 characters', `https://a.de/${'x'.repeat(2036)}`],
    ['a private address', 'http://10.0.0.1/'],
    ['a private address as a number', 'http://167772161/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['a private IPv6 address', 'http://[fd00::1]/'],
  ];
  const others: [string, object, string][] = [
    ['a number as description', { description: 7 }, 'description'],
    ['a description with a line break', { description: 'a\nb' }, 'description'],
    ['a description of 513 characters', { description: 'x'.repeat(513) }, 'description'],
    ['null as eventTypes', { eventTypes: null }, 'eventTypes'],
    ['a text as eventTypes', { eventTypes: 'message.sent' }, 'eventTypes'],
    ['an unknown type', { eventTypes: ['message.lost'] }, 'eventTypes'],
    ['a type that nothing emits', { eventTypes: ['email.received'] }, 'eventTypes'],
    ['the type of tests', { eventTypes: ['webhook.test'] }, 'eventTypes'],
    ['a type twice', { eventTypes: ['message.sent', 'message.sent'] }, 'eventTypes'],
    ['null as enabled', { enabled: null }, 'enabled'],
    ['a text as enabled', { enabled: 'true' }, 'enabled'],
  ];

  it.each([...urls.map(([what, url]) => [`${what} as url`, { url }, 'url'] as const), ...others])(
    'create refuses %s',
    async (_case, fields, field) => {
      const { status, body } = await scene.api.post('/v1/webhooks', { url: ADDRESS, ...fields });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    },
  );

  it.each([...urls.slice(1).map(([what, url]) => [`${what} as url`, { url }, 'url'] as const), ...others])(
    'update refuses %s',
    async (_case, fields, field) => {
      const { _id } = await create();
      const { status, body } = await scene.api.patch(`/v1/webhooks/${_id}`, fields);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
      expect((await scene.api.get(`/v1/webhooks/${_id}`)).body.data.url).toBe(ADDRESS);
    },
  );

  it.each([
    ['an unknown status', 'get', '/deliveries?status=lost', 'status'],
    ['an unknown type', 'get', '/deliveries?eventType=message.lost', 'eventType'],
    ['a page too large', 'get', '/deliveries?limit=101', 'limit'],
    ['a cursor of another list', 'get', '/deliveries?after=x', 'after'],
    ['no time to replay from', 'post', '/deliveries/replay', 'since'],
  ] as const)('deliveries refuse %s', async (_case, method, path, field) => {
    const { _id } = await create();
    const { status, body } = await scene.api[method](`/v1/webhooks/${_id}${path}`);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it.each([null, 7, '', 'yesterday', '2026-02-30T00:00:00Z'])('nothing is replayed since %p', async (since) => {
    const { _id } = await create();
    const { status, body } = await scene.api.post(`/v1/webhooks/${_id}/deliveries/replay`, { since });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: ['since'] });
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/secret'],
    ['POST', '/secret/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['GET', `/deliveries/${UNKNOWN}`],
    ['POST', `/deliveries/${UNKNOWN}/replay`],
    ['POST', '/deliveries/replay'],
  ] as const)("%s %s: a stranger's webhook is not there, nor is an unknown one", async (method, path) => {
    const { _id } = await create();
    const payload = method === 'PATCH' ? {} : { since: '2026-02-03T04:05:06Z' };
    const ask = (api: ApiClient, id: string) =>
      api.request({ method, url: `/v1/webhooks/${id}${path}`, ...(method !== 'GET' && { payload }) });
    const answers = [
      await ask(scene.carillon.otherApi, _id),
      await ask(scene.api, UNKNOWN),
      await ask(scene.api, 'no-id'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(answers[0]!.body.message).toBe(`Webhook '${_id}' was not found`);
    expect((await scene.carillon.anonymous.get(`/v1/webhooks/${_id}`)).status).toBe(401);
  });
});

it('an environment that is deleted takes its webhooks and deliveries with it', async () => {
  const scene = await WebhookScene.start(FAST);
  const { body } = await scene.api.post('/v1/environments', { name: randomUUID() });
  const { _id, apiKeys } = body.data;
  const fastify = scene.carillon.app.getHttpAdapter().getInstance();
  const there = new ApiClient((request) => fastify.inject(request), apiKeys[0].key);
  const webhook = (await there.post('/v1/webhooks', { url: scene.receiver.url('/') })).body.data;
  await there.post(`/v1/webhooks/${webhook._id}/test`);
  const traces = () => tracesOf(scene.carillon, _id);
  expect(await traces()).toEqual(expect.arrayContaining(['webhookdeliveries', 'webhookendpoints']));
  await scene.api.delete(`/v1/environments/${_id}`);
  await eventually(async () => expect(await traces()).toEqual([]));
  await scene.close();
});
