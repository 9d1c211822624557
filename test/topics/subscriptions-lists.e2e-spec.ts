import { SubscriptionScene } from './subscription-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

interface Item {
  identifier: string;
  topic: { key: string };
  subscriber: { subscriberId: string };
}

describe('lists of topic subscriptions', () => {
  let test: TestApp;
  let scene: SubscriptionScene;

  beforeAll(async () => {
    test = await startTestApp();
    scene = new SubscriptionScene(test);
  });

  afterAll(() => test.close());

  const whose = (page: { data: Item[] }) => page.data.map(({ subscriber }) => subscriber.subscriberId);
  const of = async (subscriberId: string, query = '') =>
    (await test.api.get(`/v2/subscribers/${encodeURIComponent(subscriberId)}/subscriptions?${query}`)).body;

  describe('of a topic', () => {
    it.each(['_id', 'createdAt'])('are read from page to page and back by %s', async (orderBy) => {
      const [key, other] = [await scene.topic(), await scene.topic()];
      const people = await scene.people(25);
      await scene.subscribe(key, people);
      await scene.subscribe(other, people.slice(0, 3));
      const query = `orderBy=${orderBy}&orderDirection=ASC&limit=10`;
      const first = (await scene.list(key, query)).body;
      const second = (await scene.list(key, `${query}&after=${first.next}`)).body;
      const third = (await scene.list(key, `${query}&after=${second.next}`)).body;
      expect([first, second, third].flatMap(whose)).toEqual(people);
      expect(first).toMatchObject({ previous: null, totalCount: 25, totalCountCapped: false });
      expect(third.next).toBeNull();
      expect(whose((await scene.list(key, `${query}&before=${third.previous}`)).body)).toEqual(whose(second));
      expect(whose((await scene.list(key)).body)).toEqual(people.toReversed().slice(0, 10));
    });

    it('are filtered by subscriber', async () => {
      const [a, b] = (await scene.people(2)) as [string, string];
      const key = await scene.topic();
      await scene.subscribe(key, [a, b, { subscriberId: a, identifier: 'second' }]);
      expect(whose((await scene.list(key, `subscriberId=${a}`)).body)).toEqual([a, a]);
      expect((await scene.list(key, 'subscriberId=nobody')).body).toEqual({
        data: [],
        next: null,
        previous: null,
        totalCount: 0,
        totalCountCapped: false,
      });
    });

    it('C6: are filtered by exactly the contexts, none being a set of its own', async () => {
      const [none, tenant, both] = (await scene.people(3)) as [string, string, string];
      const key = await scene.topic();
      await scene.subscribe(key, [none]);
      await scene.subscribe(key, [tenant], { context: { tenant: 'acme' } });
      await scene.subscribe(key, [both], { context: { tenant: 'acme', app: 'shop' } });
      const list = async (query: string) => whose((await scene.list(key, query)).body);
      expect(await list('')).toEqual([both, tenant, none]);
      expect(await list('contextKeys=')).toEqual([none]);
      expect(await list('contextKeys=tenant:acme')).toEqual([tenant]);
      expect(await list('contextKeys=tenant:acme&contextKeys=app:shop')).toEqual([both]);
      expect(await list('contextKeys=tenant:acme&contextKeys=tenant:acme')).toEqual([tenant]);
      expect(await list('contextKeys=app:shop')).toEqual([]);
    });

    it('leave out a subscriber who is gone', async () => {
      const [here, gone] = (await scene.people(2)) as [string, string];
      const key = await scene.topic();
      await scene.subscribe(key, [here, gone]);
      await test.connection.collection('subscribers').deleteOne({ subscriberId: gone });
      expect(whose((await scene.list(key)).body)).toEqual([here]);
    });
  });

  describe('of a subscriber', () => {
    it('show topics and preferences, the newest first', async () => {
      const subscriberId = await scene.person({ firstName: 'Ada' });
      const keys = [await scene.topic(), await scene.topic(), 'list+of@example.com'];
      for (const key of keys) await scene.subscribe(key, [subscriberId, ...(await scene.people(1))]);
      const page = await of(subscriberId);
      expect(page.data.map(({ topic }: Item) => topic.key)).toEqual(keys.toReversed());
      expect(page).toMatchObject({ next: null, previous: null, totalCount: 3 });
      expect(page.data[0]).toEqual((await scene.list(keys[2]!, `subscriberId=${subscriberId}`)).body.data[0]);
      const [second] = (await of(subscriberId, `limit=1&after=${(await of(subscriberId, 'limit=1')).next}`)).data;
      expect(second.topic.key).toBe(keys[1]);
    });

    it('are filtered by topic and by contexts', async () => {
      const [subscriberId] = (await scene.people(1)) as [string];
      const [one, two] = [await scene.topic(), await scene.topic()];
      await scene.subscribe(one, [subscriberId]);
      await scene.subscribe(two, [subscriberId]);
      await scene.subscribe(two, [subscriberId], { context: { tenant: 'acme' } });
      const topics = async (query: string) => (await of(subscriberId, query)).data.map(({ topic }: Item) => topic.key);
      expect(await topics(`key=${one}`)).toEqual([one]);
      expect(await topics(`key=${two}`)).toEqual([two, two]);
      expect(await topics(`key=${two}&contextKeys=tenant:acme`)).toEqual([two]);
      expect(await topics('contextKeys=')).toEqual([two, one]);
      expect(await topics('key=unknown')).toEqual([]);
    });

    it('are a 404 for an unknown subscriber, and for one of another environment', async () => {
      await test.otherApi.subscriber({ subscriberId: 'a-stranger' });
      for (const subscriberId of ['nobody', 'a-stranger']) {
        expect(await of(subscriberId)).toMatchObject({
          statusCode: 404,
          message: `Subscriber '${subscriberId}' was not found`,
        });
      }
    });
  });
});
