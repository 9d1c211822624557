import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { EngineScene } from '../delivery/engine-scene.js';
import type { TestApp } from '../test-app.js';

describe('subscribers for older clients', () => {
  let scene: EngineScene;
  let test: TestApp;

  beforeAll(async () => {
    scene = await EngineScene.start();
    test = scene.carillon;
    await scene.integration('push', { providerId: 'fcm', identifier: 'fcm-1' });
    await scene.integration('chat', { providerId: 'slack', identifier: 'slack-1' });
  });

  afterAll(() => scene.close());

  const fcm = (...deviceTokens: string[]) => ({ providerId: 'fcm', credentials: { deviceTokens } });
  const slack = { providerId: 'slack', credentials: { webhookUrl: 'https://example.com/hook' } };
  const path = (subscriberId: string) => `/v1/subscribers/${encodeURIComponent(subscriberId)}`;

  it('creates as /v2 does, and retrieves', async () => {
    const input = aFullSubscriber();
    const { status, body } = await test.api.post('/v1/subscribers', input);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ ...input, channels: [] });
    expect(await test.api.get(path(input.subscriberId))).toMatchObject({ status: 200, body });
    expect((await test.api.get(`/v2/subscribers/${input.subscriberId}`)).body).toEqual(body);
    const again = await test.api.post('/v1/subscribers', { subscriberId: input.subscriberId, firstName: 'Augusta' });
    expect(again).toMatchObject({ status: 201, body: { data: { ...input, firstName: 'Augusta' } } });
  });

  it('R12: adds credentials with a create and an update', async () => {
    const { subscriberId } = aSubscriber();
    const first = await test.api.post('/v1/subscribers', { subscriberId, channels: [fcm('a'), slack] });
    expect(first).toMatchObject({ status: 201, body: { data: { channels: [fcm('a'), slack] } } });
    const second = await test.api.put(path(subscriberId), { firstName: 'Ada', channels: [fcm('b', 'a')] });
    expect(second).toMatchObject({
      status: 200,
      body: { data: { firstName: 'Ada', channels: [fcm('a', 'b'), slack] } },
    });
    expect((await test.api.put(path(subscriberId), { channels: null })).body.data.channels).toHaveLength(2);
  });

  it.each<[string, unknown, string]>([
    ['no list', 'fcm', 'channels'],
    ['more than a hundred', Array.from({ length: 101 }, () => fcm('a')), 'channels'],
    ['an unknown provider', [{ providerId: 'pigeon' }], 'channels.0.providerId'],
    ['R13: a provider without integration', [fcm('a'), { providerId: 'expo' }], 'channels.1.providerId'],
    [
      'a number as token',
      [{ providerId: 'fcm', credentials: { deviceTokens: [7] } }],
      'channels.0.credentials.deviceTokens',
    ],
    ['R13: too many tokens', [fcm(...Array.from({ length: 101 }, (_value, index) => `${index}`))], 'channels'],
  ])('refuses %s as channels of a new subscriber and of a known one', async (_case, channels, field) => {
    const known = await scene.subscriber();
    const answers = [
      await test.api.post('/v1/subscribers', { ...aSubscriber(), channels }),
      await test.api.put(path(known), { channels }),
    ];
    for (const { status, body } of answers) {
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    }
  });

  it('refuses what /v2 refuses', async () => {
    const { status, body } = await test.api.post('/v1/subscribers', { email: 'ada' });
    expect({ status, fields: Object.keys(body.errors).toSorted() }).toEqual({
      status: 422,
      fields: ['email', 'subscriberId'],
    });
  });

  it('is 404 for nobody and for a stranger', async () => {
    const subscriberId = await scene.subscriber();
    expect((await test.api.get(path('nobody'))).body.message).toBe("Subscriber 'nobody' was not found");
    expect((await test.otherApi.get(path(subscriberId))).status).toBe(404);
    expect((await test.otherApi.put(path(subscriberId), {})).status).toBe(404);
    expect((await test.anonymous.get('/v1/subscribers')).status).toBe(401);
  });

  describe('lists by page', () => {
    const list = (query = '', api = test.otherApi) => api.get(`/v1/subscribers${query}`);
    const ids = Array.from({ length: 12 }, (_value, index) => `page-${String(index).padStart(2, '0')}`);

    beforeAll(async () => {
      expect((await list()).body).toEqual({ page: 0, pageSize: 10, hasMore: false, totalCount: 0, data: [] });
      for (const subscriberId of ids) {
        scene.clock.forward(1);
        await test.otherApi.subscriber({ subscriberId });
      }
    });

    it.each([
      ['', 0, 10, true],
      ['?page=1', 1, 10, false],
      ['?page=0&limit=12', 0, 12, false],
      ['?page=2&limit=5', 2, 5, false],
      ['?page=1&limit=5', 1, 5, true],
      ['?page=7', 7, 10, false],
    ])('newest first, with everything a page needs (%p)', async (query, page, pageSize, hasMore) => {
      const { status, body } = await list(query);
      expect(status).toBe(200);
      const expected = ids.toReversed().slice(page * pageSize, (page + 1) * pageSize);
      expect(body).toMatchObject({ page, pageSize, hasMore, totalCount: 12 });
      expect(body.data.map(({ subscriberId }: { subscriberId: string }) => subscriberId)).toEqual(expected);
      expect(Object.keys(body as object)).toHaveLength(5);
    });

    it.each(['page=-1', 'page=x', 'page=1.5', 'limit=0', 'limit=101', 'limit=x'])('refuses %s', async (query) => {
      const { status, body } = await list(`?${query}`);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [query.split('=')[0]] });
    });
  });
});
