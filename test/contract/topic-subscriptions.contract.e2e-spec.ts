import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { aTopic } from '../builders/topic.js';
import { aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the official client works with topic subscriptions', () => {
  let test: OfficialClients;
  let novu: Novu;
  let workflowId: string;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
    workflowId = (await novu.workflows.create(aWorkflow({ tags: ['orders'] }))).result.workflowId;
  });

  afterAll(() => test.close());

  const condition = { and: [{ '===': [{ var: 'payload.region' }, 'eu'] }, { '>': [{ var: 'payload.amount' }, 10] }] };

  it('creates, in every form it knows', async () => {
    const [full, bare] = [aFullSubscriber(), aSubscriber()];
    await novu.subscribers.create(full);
    await novu.subscribers.create(bare);
    const { key } = aTopic();
    const { result } = await novu.topics.subscriptions.create(
      {
        subscriberIds: [bare.subscriberId],
        subscriptions: [{ identifier: 'large', subscriberId: full.subscriberId, name: 'Large orders' }, 'nobody'],
        name: 'Orders',
        context: { tenant: 'acme', app: { id: 'shop', data: { theme: 'dark' } } },
        preferences: [workflowId, { workflowId, enabled: false, condition }, { filter: { tags: ['orders'] } }],
      },
      key,
    );
    expect(result.meta).toEqual({ totalCount: 3, successful: 2, failed: 1 });
    expect(result.errors).toEqual([
      { subscriberId: 'nobody', code: 'SUBSCRIBER_NOT_FOUND', message: expect.any(String) },
    ]);
    const [first, second] = result.data;
    expect(first).toMatchObject({ subscriber: { subscriberId: bare.subscriberId }, topic: { key, name: 'Orders' } });
    expect(second).toMatchObject({
      identifier: 'large',
      name: 'Large orders',
      subscriber: { subscriberId: full.subscriberId, firstName: 'Ada', email: 'ada@example.com' },
      contextKeys: ['app:shop', 'tenant:acme'],
      preferences: [{ subscriptionId: second!.id, enabled: false, condition, workflow: { identifier: workflowId } }],
    });
  });

  it('retrieves, updates and lists', async () => {
    const { subscriberId } = (await novu.subscribers.create(aSubscriber())).result;
    const { key } = aTopic();
    const context = { tenant: 'acme' };
    const subscriptions = [{ identifier: 'a/b', subscriberId }];
    await novu.topics.subscriptions.create({ subscriptions, context, preferences: ['not-there-yet'] }, key);
    const { result } = await novu.topics.subscriptions.getSubscription(key, 'a/b');
    expect(result).toMatchObject({
      identifier: 'a/b',
      contextKeys: ['tenant:acme'],
      preferences: [{ workflow: null }],
    });
    const updated = await novu.topics.subscriptions.update({
      topicKey: key,
      identifier: 'a/b',
      updateTopicSubscriptionRequestDto: { name: 'Renamed', preferences: [{ workflowId, condition }] },
    });
    expect(updated.result).toMatchObject({
      id: result.id,
      name: 'Renamed',
      preferences: [{ enabled: true, condition }],
    });
    const filters = { contextKeys: ['tenant:acme'], orderBy: 'createdAt', orderDirection: 'ASC' as const, limit: 5 };
    const ofTopic = await novu.topics.subscriptions.list({ topicKey: key, subscriberId, ...filters });
    expect(ofTopic.result).toMatchObject({ totalCount: 1, data: [{ id: result.id, subscriber: { subscriberId } }] });
    const ofSubscriber = await novu.subscribers.topics.list({ subscriberId, key, ...filters });
    expect(ofSubscriber.result.data).toEqual(ofTopic.result.data);
    const elsewhere = await novu.subscribers.topics.list({ subscriberId, contextKeys: ['tenant:other'] });
    expect(elsewhere.result).toMatchObject({ totalCount: 0, next: null, previous: null, data: [] });
  });

  it('deletes', async () => {
    const { subscriberId } = (await novu.subscribers.create(aSubscriber())).result;
    const { key } = aTopic();
    await novu.topics.subscriptions.create({ subscriptions: [subscriberId, { identifier: 'x', subscriberId }] }, key);
    const { result } = await novu.topics.subscriptions.delete(
      { subscriptions: [{ identifier: 'x' }, { identifier: 'y' }, 'nobody'], subscriberIds: [subscriberId] },
      key,
    );
    expect(result.meta).toEqual({ totalCount: 4, successful: 2, failed: 2 });
    expect(result.data).toMatchObject([{ topic: { key }, subscriber: { subscriberId } }, { identifier: 'x' }]);
    expect(result.errors?.map(({ code }) => code)).toEqual(['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIBER_NOT_FOUND']);
    expect((await novu.topics.subscriptions.list({ topicKey: key })).result.data).toEqual([]);
  });

  it('understands refusals', async () => {
    const { subscriberId } = (await novu.subscribers.create(aSubscriber())).result;
    const { key } = aTopic();
    await novu.topics.subscriptions.create({ subscriptions: [{ identifier: 'x', subscriberId }] }, key);
    const preferences = [{ workflowId, condition: { nonsense: 1 } }];
    const change = { topicKey: key, identifier: 'x', updateTopicSubscriptionRequestDto: { preferences } };
    const invalid: [() => Promise<unknown>, string][] = [
      [() => novu.topics.subscriptions.create({ subscriptions: [] }, key), 'subscriptions'],
      [() => novu.topics.subscriptions.create({ subscriptions: ['a'] }, 'a b'), 'topicKey'],
      [() => novu.topics.subscriptions.create({ subscriptions: ['a'], preferences }, key), 'preferences.0.condition'],
      [() => novu.topics.subscriptions.update(change), 'preferences.0.condition'],
      [() => novu.topics.subscriptions.delete({ subscriptions: [{}] }, key), 'subscriptions.0'],
      [() => novu.topics.subscriptions.list({ topicKey: key, limit: 0 }), 'limit'],
      [() => novu.subscribers.topics.list({ subscriberId, orderBy: 'name' }), 'orderBy'],
    ];
    for (const [call, field] of invalid) {
      await expect(call()).rejects.toMatchObject({
        constructor: ValidationErrorDto,
        errors: { [field]: { messages: [expect.any(String)] } },
      });
    }
    const renaming = { updateTopicSubscriptionRequestDto: { name: 'x' } };
    const absent: (() => Promise<unknown>)[] = [
      () => novu.topics.subscriptions.getSubscription(key, 'unknown'),
      () => test.otherNovu.topics.subscriptions.getSubscription(key, 'x'),
      () => test.otherNovu.topics.subscriptions.list({ topicKey: key }),
      () => test.otherNovu.topics.subscriptions.update({ ...change, ...renaming }),
      () => novu.topics.subscriptions.update({ ...change, identifier: 'unknown', ...renaming }),
      () => test.otherNovu.topics.subscriptions.delete({ subscriptions: [subscriberId] }, key),
      () => test.otherNovu.subscribers.topics.list({ subscriberId }),
    ];
    for (const call of absent) await expect(call()).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 404 });
  });
});
