import { aTopic } from '../builders/topic.js';
import { requiredVariable } from '../required-variable.js';
import { SubscriptionScene } from './subscription-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('many topic subscriptions', () => {
  let test: TestApp;
  let scene: SubscriptionScene;
  let commands: string[] = [];

  beforeAll(async () => {
    // A worker has tasks in the background, whose commands are none of a request.
    test = await startTestApp({ settings: { ROLE: 'api', MONGODB_URI: requiredVariable('TEST_MONGODB_URI') } });
    scene = new SubscriptionScene(test);
    test.connection.set('debug', (collection: string, method: string) => {
      if (['contexts', 'subscribers', 'topics', 'topicsubscriptions', 'workflows'].includes(collection)) {
        commands.push(`${collection}.${method}`);
      }
    });
  });

  afterAll(() => test.close());

  const own = (subscriberId: string, count: number) =>
    Array.from({ length: count }, (_value, index) => ({ subscriberId, identifier: `own-${subscriberId}-${index}` }));
  const total = async (key: string) => (await scene.list(key)).body.totalCount;

  it('TS1: one subscriber has at most 10 of a topic, and 10 of another', async () => {
    const [subscriberId] = (await scene.people(1)) as [string];
    const [key, other] = [await scene.topic(), await scene.topic()];
    const { status, body } = await scene.subscribe(key, own(subscriberId, 11));
    expect({ status, meta: body.meta }).toEqual({ status: 201, meta: { totalCount: 11, successful: 10, failed: 1 } });
    const limitReached = {
      subscriberId,
      code: 'SUBSCRIPTION_LIMIT_REACHED',
      message: `Subscriber '${subscriberId}' has 10 subscriptions of the topic already`,
    };
    expect(body.errors).toEqual([limitReached]);
    expect((await scene.subscribe(key, [subscriberId])).body.errors).toEqual([limitReached]);
    expect((await scene.subscribe(other, own(subscriberId, 10))).body.meta.successful).toBe(10);
  });

  it('TS1: contexts do not make more of it, and a removed one makes room', async () => {
    const [subscriberId] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    await scene.subscribe(key, own(subscriberId, 10));
    const context = { tenant: 'acme' };
    expect((await scene.subscribe(key, [subscriberId], { context })).body.meta.failed).toBe(1);
    await scene.unsubscribe(key, [{ identifier: `own-${subscriberId}-4` }]);
    expect((await scene.subscribe(key, [subscriberId], { context })).body.meta.successful).toBe(1);
    expect((await scene.subscribe(key, [subscriberId])).body.meta.failed).toBe(1);
  });

  it('TS1: fifty simultaneous requests of one subscriber make exactly 10', async () => {
    const [subscriberId] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    const answers = await Promise.all(own(subscriberId, 50).map((one) => scene.subscribe(key, [one])));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const successful = answers.reduce((sum, { body }) => sum + body.meta.successful, 0);
    expect({ successful, stored: await total(key) }).toEqual({ successful: 10, stored: 10 });
  });

  it('TS1, R16: fifty simultaneous requests for one identifier and an unknown topic make one of each', async () => {
    const ids = await scene.people(2);
    const { key } = aTopic();
    const answers = await Promise.all(Array.from({ length: 50 }, () => scene.subscribe(key, ids)));
    expect(answers.map(({ body }) => body.meta.successful)).toEqual(Array(50).fill(2));
    expect(new Set(answers.flatMap(({ body }) => body.data.map((one: { _id: string }) => one._id))).size).toBe(2);
    expect(await total(key)).toBe(2);
    expect((await test.api.get(`/v2/topics?key=${key}`)).body.totalCount).toBe(1);
  });

  it('TS1: one of two people gets an identifier that both ask for at once', async () => {
    const people = await scene.people(10);
    const key = await scene.topic();
    const answers = await Promise.all(
      people.map((subscriberId) => scene.subscribe(key, [{ subscriberId, identifier: 'the-one' }])),
    );
    expect(answers.filter(({ body }) => body.meta.successful === 1)).toHaveLength(1);
    expect(answers.flatMap(({ body }) => body.errors ?? []).map(({ code }) => code)).toEqual(
      Array(9).fill('IDENTIFIER_TAKEN'),
    );
    expect(await total(key)).toBe(1);
  });

  it('TS1: 100 subscribers are subscribed and unsubscribed by a handful of store commands', async () => {
    const people = await scene.people(100);
    const { key } = aTopic();
    commands = [];
    const request = { context: { tenant: 'commands' }, preferences: ['a', { filter: { tags: ['b'] } }] };
    const { body } = await scene.subscribe(key, people, request);
    expect(body.meta).toEqual({ totalCount: 100, successful: 100, failed: 0 });
    expect(commands.toSorted()).toEqual(
      [
        'contexts.bulkWrite',
        'contexts.find',
        'subscribers.find',
        'subscribers.find',
        'topics.find',
        'topics.findOneAndUpdate',
        'topicsubscriptions.bulkWrite',
        'topicsubscriptions.find',
        'workflows.find',
      ].toSorted(),
    );
    commands = [];
    expect((await scene.unsubscribe(key, people)).body.meta.successful).toBe(100);
    expect(commands.toSorted()).toEqual(
      [
        'subscribers.find',
        'subscribers.find',
        'topics.findOne',
        'topicsubscriptions.deleteMany',
        'topicsubscriptions.find',
      ].toSorted(),
    );
    expect(await total(key)).toBe(0);
  });

  it('a page of a list costs a handful of store commands', async () => {
    const people = await scene.people(100);
    const key = await scene.topic();
    await scene.subscribe(key, people, { preferences: ['a'] });
    commands = [];
    expect((await scene.list(key, 'limit=100')).body.data).toHaveLength(100);
    expect(commands.toSorted()).toEqual(
      [
        'subscribers.find',
        'topics.findOne',
        'topicsubscriptions.countDocuments',
        'topicsubscriptions.find',
        'workflows.find',
      ].toSorted(),
    );
  });
});
