import { SubscriptionScene } from './subscription-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

function nested(levels: number): object {
  return levels === 1 ? { var: 'payload.x' } : { '!': [nested(levels - 1)] };
}

const condition = { '==': [{ var: 'payload.a' }, 1] };
const texts = (count: number) => Array.from({ length: count }, (_value, index) => `t${index}`);

describe('what is sent for topic subscriptions', () => {
  let test: TestApp;
  let scene: SubscriptionScene;
  let key: string;
  let subscriberId: string;

  beforeAll(async () => {
    test = await startTestApp();
    scene = new SubscriptionScene(test);
    key = await scene.topic();
    subscriberId = await scene.person();
    await scene.subscribe(key, [{ subscriberId, identifier: 'x', name: 'X' }], { preferences: ['a'] });
  });

  afterAll(() => test.close());

  async function refused(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object, field: string) {
    const before = (await scene.list(key)).body;
    const { status, body } = await test.api.request({ method, url, payload });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect(body.errors[field].messages[0]).toMatch(/\w/);
    expect((await scene.list(key)).body).toEqual(before);
  }

  const members: [string, object, string][] = [
    ['nobody', {}, 'subscriptions'],
    ['empty lists', { subscriptions: [], subscriberIds: [] }, 'subscriptions'],
    ['null as list', { subscriptions: null }, 'subscriptions'],
    ['an object as list', { subscriptions: { subscriberId: 'a' } }, 'subscriptions'],
    ['null as the older list', { subscriberIds: null }, 'subscriberIds'],
    ['a text as the older list', { subscriberIds: 'ada' }, 'subscriberIds'],
    ['a number in the older list', { subscriberIds: ['ada', 7] }, 'subscriberIds.1'],
    ['an object in the older list', { subscriberIds: [{ subscriberId: 'ada' }] }, 'subscriberIds.0'],
    ['an empty id', { subscriptions: ['ada', ''] }, 'subscriptions.1'],
    ['null as id', { subscriptions: [null] }, 'subscriptions.0'],
    ['a number as id', { subscriptions: [7] }, 'subscriptions.0'],
    ['an id of 513 characters', { subscriptions: ['x'.repeat(513)] }, 'subscriptions.0'],
    ['101 subscribers', { subscriptions: texts(101) }, 'subscriptions'],
    ['101 subscribers in the older list', { subscriberIds: texts(101) }, 'subscriberIds'],
    ['101 subscribers in both lists', { subscriptions: texts(51), subscriberIds: texts(50) }, 'subscriptions'],
    [
      'null as subscriberId',
      { subscriptions: [{ identifier: 'i', subscriberId: null }] },
      'subscriptions.0.subscriberId',
    ],
    ['null as identifier', { subscriptions: [{ identifier: null, subscriberId: 'a' }] }, 'subscriptions.0.identifier'],
    ['a number as identifier', { subscriptions: [{ identifier: 7, subscriberId: 'a' }] }, 'subscriptions.0.identifier'],
    ['an empty identifier', { subscriptions: [{ identifier: '', subscriberId: 'a' }] }, 'subscriptions.0.identifier'],
  ];

  describe('create refuses', () => {
    it.each([
      ...members,
      ['an object without subscriberId', { subscriptions: [{ identifier: 'i' }] }, 'subscriptions.0.subscriberId'],
      ['an object without identifier', { subscriptions: [{ subscriberId: 'a' }] }, 'subscriptions.0.identifier'],
      [
        'null as name of a subscription',
        { subscriptions: [{ identifier: 'i', subscriberId: 'a', name: null }] },
        'subscriptions.0.name',
      ],
      [
        'a name of a subscription of 257 characters',
        { subscriptions: [{ identifier: 'i', subscriberId: 'a', name: 'n'.repeat(257) }] },
        'subscriptions.0.name',
      ],
    ] satisfies typeof members)('%s', async (_case, payload, field) => {
      await refused('POST', scene.path(key), payload, field);
    });

    it('TS1: an identifier of 513 characters', async () => {
      const entry = (length: number) => ({ identifier: 'i'.repeat(length), subscriberId });
      await refused('POST', scene.path(key), { subscriptions: [entry(513)] }, 'subscriptions.0.identifier');
      const { body } = await scene.subscribe(await scene.topic(), [entry(512)]);
      expect(body.data[0].identifier).toHaveLength(512);
    });

    it.each<[string, object, string]>([
      ['null as name of the topic', { name: null }, 'name'],
      ['a number as name of the topic', { name: 7 }, 'name'],
      ['a name of the topic of 257 characters', { name: 'n'.repeat(257) }, 'name'],
      ['null as context', { context: null }, 'context'],
      ['a list as context', { context: ['tenant:acme'] }, 'context'],
      ['null in the context', { context: { tenant: null } }, 'context.tenant'],
      ['a context without id', { context: { tenant: { data: {} } } }, 'context.tenant'],
      ['a context with an odd id', { context: { tenant: 'a:b' } }, 'context.tenant'],
      ['data of a context that is a list', { context: { tenant: { id: 'a', data: [] } } }, 'context.tenant.data'],
      ['six contexts', { context: Object.fromEntries(texts(6).map((type) => [type, 'a'])) }, 'context'],
    ])('%s', async (_case, fields, field) => {
      await refused('POST', scene.path(key), { subscriptions: [subscriberId], ...fields }, field);
    });

    it.each(['a b', 'größe', 'k'.repeat(257), 'a/b'])(
      'a topic key such as %j, and creates no topic',
      async (topicKey) => {
        await refused('POST', scene.path(topicKey), { subscriptions: [subscriberId] }, 'topicKey');
        expect((await test.api.get(`/v2/topics/${encodeURIComponent(topicKey)}`)).status).toBe(404);
      },
    );
  });

  describe('delete refuses', () => {
    it.each([
      ...members,
      ['an object that names nothing', { subscriptions: [{}] }, 'subscriptions.0'],
    ] satisfies typeof members)('%s', async (_case, payload, field) => {
      await refused('DELETE', scene.path(key), payload, field);
    });
  });

  const preferences: [string, unknown, string][] = [
    ['null as list', null, ''],
    ['a text as list', 'order-shipped', ''],
    ['101 rules', texts(101), ''],
    ['null as rule', [null], '.0'],
    ['a number as rule', ['a', 7], '.1'],
    ['a list as rule', [['a']], '.0'],
    ['an empty text as rule', [''], '.0'],
    ['neither workflow nor filter', [{ enabled: true }], '.0'],
    ['both workflow and filter', [{ workflowId: 'a', filter: { tags: ['b'] } }], '.0'],
    ['null as workflow', [{ workflowId: null }], '.0.workflowId'],
    ['a workflow of 257 characters', [{ workflowId: 'w'.repeat(257) }], '.0.workflowId'],
    ['a text as filter', [{ filter: 'tag' }], '.0.filter'],
    ['a filter for nothing', [{ filter: {} }], '.0.filter'],
    ['a filter with empty lists', [{ filter: { workflowIds: [], tags: [] } }], '.0.filter'],
    ['a text as tags', [{ filter: { tags: 'a' } }], '.0.filter.tags'],
    ['null as tags', [{ filter: { tags: null } }], '.0.filter.tags'],
    ['a number as tag', [{ filter: { tags: ['a', 1] } }], '.0.filter.tags.1'],
    ['101 tags', [{ filter: { tags: texts(101) } }], '.0.filter.tags'],
    ['an empty workflow id', [{ filter: { workflowIds: [''] } }], '.0.filter.workflowIds.0'],
    ['a text as enabled', [{ workflowId: 'a', enabled: 'yes' }], '.0.enabled'],
    ['null as enabled', [{ workflowId: 'a', enabled: null }], '.0.enabled'],
    ['null as condition', [{ workflowId: 'a', condition: null }], '.0.condition'],
    ['a boolean as condition', [{ workflowId: 'a', condition: true }], '.0.condition'],
    ['a list as condition', [{ workflowId: 'a', condition: [condition] }], '.0.condition'],
    ['an unknown operator', ['a', { workflowId: 'b', condition: { nonsense: [1] } }], '.1.condition'],
    [
      'an unknown operator below',
      [{ workflowId: 'a', condition: { and: [condition, { eval: [1] }] } }],
      '.0.condition',
    ],
    ['two operators', [{ workflowId: 'a', condition: { ...condition, '!=': [1, 2] } }], '.0.condition'],
    ['a condition in a filter that is none', [{ filter: { tags: ['a'] }, condition: { $where: '1' } }], '.0.condition'],
    ['a condition nested too deeply', [{ workflowId: 'a', condition: nested(26) }], '.0.condition'],
    [
      'a condition of more than 16 KB',
      [{ workflowId: 'a', condition: { in: [{ var: 'payload.a' }, texts(4000)] } }],
      '.0.condition',
    ],
  ];

  describe('TS2: preferences refuse', () => {
    it.each(preferences)('%s', async (_case, sent, place) => {
      const field = `preferences${place}`;
      await refused('POST', scene.path(key), { subscriptions: [subscriberId], preferences: sent }, field);
      await refused('PATCH', scene.path(key, 'x'), { preferences: sent }, field);
    });
  });

  it('names what is wrong with a condition', async () => {
    const sent = [{ workflowId: 'a', condition: { and: [condition, { nonsense: [1] }] } }];
    const { body } = await scene.update(key, 'x', { preferences: sent });
    expect(body.errors['preferences.0.condition'].messages).toEqual([
      'preferences.0.condition cannot be evaluated: unknown operator "nonsense" at and.1',
    ]);
  });

  it.each([
    ['null as name', { name: null }, 'name'],
    ['a number as name', { name: 7 }, 'name'],
    ['a list as name', { name: ['x'] }, 'name'],
    ['a name of 257 characters', { name: 'n'.repeat(257) }, 'name'],
  ])('update refuses %s', async (_case, changes, field) => {
    await refused('PATCH', scene.path(key, 'x'), changes, field);
  });

  it.each([
    ['an order it does not have', 'orderBy=updatedAt', 'orderBy'],
    ['a limit of 101', 'limit=101', 'limit'],
    [
      'six contexts',
      texts(6)
        .map((id) => `contextKeys=t:${id}`)
        .join('&'),
      'contextKeys',
    ],
    ['a cursor that is none', 'after=x', 'after'],
  ])('the lists refuse %s', async (_case, query, field) => {
    for (const url of [scene.path(key), `/v2/subscribers/${subscriberId}/subscriptions`]) {
      const { status, body } = await test.api.get(`${url}?${query}`);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    }
  });
});
