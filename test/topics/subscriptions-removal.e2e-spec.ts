import { SubscriptionScene } from './subscription-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('unsubscribing', () => {
  let test: TestApp;
  let scene: SubscriptionScene;

  beforeAll(async () => {
    test = await startTestApp();
    scene = new SubscriptionScene(test);
  });

  afterAll(() => test.close());

  const left = async (key: string): Promise<string[]> =>
    (await scene.list(key, 'orderDirection=ASC')).body.data.map((one: { identifier: string }) => one.identifier);

  it('answers bare, with what was removed', async () => {
    const [subscriberId] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    const { preferences, ...made } = (await scene.subscribe(key, [subscriberId])).body.data[0];
    expect(preferences).toEqual([]);
    expect(await scene.unsubscribe(key, [subscriberId])).toMatchObject({
      status: 200,
      body: { data: [made], meta: { totalCount: 1, successful: 1, failed: 0 } },
    });
    expect(await left(key)).toEqual([]);
    expect((await test.api.get(`/v2/topics/${key}`)).status).toBe(200);
  });

  it('removes by subscriber, in either list, by identifier, and by both', async () => {
    const [a, b, c, d] = (await scene.people(4)) as [string, string, string, string];
    const key = await scene.topic();
    const own = [a, b, c, d].flatMap((subscriberId) =>
      ['1', '2'].map((number) => ({ subscriberId, identifier: `${subscriberId}-${number}` })),
    );
    await scene.subscribe(key, own);
    const { body } = await test.api.request({
      method: 'DELETE',
      url: scene.path(key),
      payload: {
        subscriberIds: [a],
        subscriptions: [{ subscriberId: b }, { identifier: `${c}-2` }, { subscriberId: d, identifier: `${d}-1` }],
      },
    });
    expect(body.meta).toEqual({ totalCount: 4, successful: 4, failed: 0 });
    expect(body.data.map((one: { identifier: string }) => one.identifier)).toEqual([
      `${a}-1`,
      `${a}-2`,
      `${b}-1`,
      `${b}-2`,
      `${c}-2`,
      `${d}-1`,
    ]);
    expect(body).not.toHaveProperty('errors');
    expect(await left(key)).toEqual([`${c}-1`, `${d}-2`]);
  });

  it('lists what names nothing as errors, and removes the rest', async () => {
    const [member, stranger] = (await scene.people(2)) as [string, string];
    const [key, other] = [await scene.topic(), await scene.topic()];
    await scene.subscribe(key, [{ subscriberId: member, identifier: 'mine' }]);
    await scene.subscribe(other, [{ subscriberId: stranger, identifier: 'elsewhere' }]);
    const { status, body } = await scene.unsubscribe(key, [
      'nobody',
      stranger,
      { identifier: 'elsewhere' },
      { identifier: 'mine', subscriberId: stranger },
      { identifier: 'mine' },
    ]);
    expect(status).toBe(200);
    expect(body.meta).toEqual({ totalCount: 5, successful: 1, failed: 4 });
    expect(body.errors).toEqual([
      { subscriberId: 'nobody', code: 'SUBSCRIBER_NOT_FOUND', message: "Subscriber 'nobody' was not found" },
      {
        subscriberId: stranger,
        code: 'SUBSCRIPTION_NOT_FOUND',
        message: `Subscriber '${stranger}' has no subscription of topic '${key}'`,
      },
      {
        subscriberId: '',
        code: 'SUBSCRIPTION_NOT_FOUND',
        message: `Subscription 'elsewhere' of topic '${key}' was not found`,
      },
      {
        subscriberId: stranger,
        code: 'SUBSCRIPTION_NOT_FOUND',
        message: `Subscription 'mine' of topic '${key}' was not found`,
      },
    ]);
    expect(await left(key)).toEqual([]);
    expect(await left(other)).toEqual(['elsewhere']);
  });

  it('shows the subscriber as null who is gone', async () => {
    const [subscriberId] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    await scene.subscribe(key, [{ subscriberId, identifier: 'orphan' }]);
    await test.connection.collection('subscribers').deleteOne({ subscriberId });
    expect((await scene.update(key, 'orphan', { name: 'X' })).body.data.subscriber).toBeNull();
    expect((await scene.unsubscribe(key, [{ identifier: 'orphan' }])).body.data[0].subscriber).toBeNull();
  });
});
