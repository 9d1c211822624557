/** @runs-on redis */
import { startTestApp, type TestApp } from '../../../test-app.js';
import { ExpansionScene } from './expansion-scene.js';

describe('topics as recipients', () => {
  let carillon: TestApp;
  let scene: ExpansionScene;
  let name: string;

  beforeAll(async () => {
    carillon = await startTestApp();
    scene = await ExpansionScene.on(carillon);
    name = await scene.workflow({ tags: ['orders'] });
  });

  afterAll(() => carillon.close());

  const topic = (topicKey: string, more: object = {}) => ({ type: 'Topic', topicKey, ...more });

  /** Triggers, waits, and returns who was reached. */
  async function reachedBy(fields: object): Promise<string[]> {
    const { status, body } = await scene.trigger({ name, ...fields });
    expect(status).toBe(201);
    await scene.expanded(body.data.transactionId);
    return scene.reached(body.data.transactionId);
  }

  it('R16: a topic key is unique in its environment', async () => {
    const key = await scene.topic([]);
    const topics = carillon.connection.collection('topics');
    const { _id, ...topic } = (await topics.findOne({ key }))!;
    await expect(topics.insertOne({ ...topic })).rejects.toMatchObject({ code: 11000 });
    await topics.insertOne({ ...topic, environmentId: _id });
  });

  it('TS1: the identifier of a subscription is unique in its topic', async () => {
    const key = await scene.topic(await scene.people(1));
    const topicId = (await carillon.connection.collection('topics').findOne({ key }))!._id;
    const subscriptions = carillon.connection.collection('topicsubscriptions');
    const { _id, ...subscription } = (await subscriptions.findOne({ topicId }))!;
    await expect(subscriptions.insertOne({ ...subscription })).rejects.toMatchObject({ code: 11000 });
    await subscriptions.insertOne({ ...subscription, topicId: _id });
  });

  it('notifies every member once', async () => {
    const members = await scene.people(3);
    expect(await reachedBy({ to: topic(await scene.topic(members)) })).toEqual(members.toSorted());
  });

  it('R6: a subscriber who is named and a member, of several topics too, gets one notification', async () => {
    const [a, b, c] = (await scene.people(3)) as [string, string, string];
    const [one, two] = [await scene.topic([a, b]), await scene.topic([b, c])];
    expect(await reachedBy({ to: [topic(one), a, topic(two), topic(one)] })).toEqual([a, b, c].toSorted());
  });

  it('R6: counts a member of several topics once', async () => {
    const people = await scene.people(4);
    const keys = [await scene.topic(people), await scene.topic(people)];
    const { body } = await scene.trigger({ name, to: keys.map((key) => topic(key)) });
    expect((await scene.expanded(body.data.transactionId)).counters).toMatchObject({ expanded: 4, sent: 4 });
  });

  it('R7: leaves the actor out of topics', async () => {
    const [actor, other] = (await scene.people(2)) as [string, string];
    expect(await reachedBy({ to: topic(await scene.topic([actor, other])), actor })).toEqual([other]);
  });

  it('R7: does not leave the actor out when named directly', async () => {
    const [actor, other] = (await scene.people(2)) as [string, string];
    const to = [actor, topic(await scene.topic([actor, other]))];
    expect(await reachedBy({ to, actor })).toEqual([actor, other].toSorted());
  });

  it('R9: leaves out whom the trigger excludes, from this topic only', async () => {
    const [a, b, c] = (await scene.people(3)) as [string, string, string];
    const [one, two] = [await scene.topic([a, b]), await scene.topic([b, c])];
    expect(await reachedBy({ to: topic(one, { exclude: [b] }) })).toEqual([a]);
    expect(await reachedBy({ to: [topic(one, { exclude: [b] }), topic(two)] })).toEqual([a, b, c].toSorted());
    expect(await reachedBy({ to: topic(one) })).toEqual([a, b].toSorted());
  });

  it('R10: an unknown topic does not keep others from being notified, and can be seen', async () => {
    const [a, b] = (await scene.people(2)) as [string, string];
    const to = [topic('nobody-made-it'), a, topic(await scene.topic([b]))];
    const { body } = await scene.trigger({ name, to });
    const { transactionId } = body.data;
    await scene.expanded(transactionId);
    expect(await scene.reached(transactionId)).toEqual([a, b].toSorted());
    const problems = [
      { code: 'unknown_topic', detail: "Topic 'nobody-made-it' does not exist", topicKey: 'nobody-made-it' },
    ];
    const progress = await carillon.api.get(`/v1/events/trigger/${transactionId}`);
    expect(progress.body.data.problems).toEqual(problems);
    const activity = await carillon.api.get(`/v1/notifications?transactionId=${transactionId}`);
    expect(activity.body.data).toEqual([expect.objectContaining({ problems }), expect.objectContaining({ problems })]);
  });

  it("R10: another environment's topic is unknown", async () => {
    const key = await scene.topic(await scene.people(1));
    const workflow = {
      name: 'Other',
      workflowId: name,
      active: true,
      steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'x' } }],
    };
    await carillon.otherApi.workflow(workflow);
    const trigger = await carillon.otherApi.trigger(name, { to: topic(key) });
    const event = await scene.expanded(trigger.transactionId);
    expect(event.problems).toMatchObject([{ code: 'unknown_topic', topicKey: key }]);
    expect(await scene.runs.countDocuments({ transactionId: trigger.transactionId })).toBe(0);
  });

  it('R11: a topic without members is accepted and makes no run', async () => {
    const { body } = await scene.trigger({ name, to: topic(await scene.topic([])) });
    const event = await scene.expanded(body.data.transactionId);
    expect(event).toMatchObject({ counters: { expanded: 0 } });
    expect(event.problems).toBeUndefined();
    expect(await scene.runs.countDocuments({ transactionId: body.data.transactionId })).toBe(0);
  });

  it('R17: a member who was deleted is not created again', async () => {
    const [gone, here] = (await scene.people(2)) as [string, string];
    const key = await scene.topic([gone, here]);
    await scene.subscribers.deleteOne({ subscriberId: gone });
    expect(await reachedBy({ to: topic(key) })).toEqual([here]);
    expect(await scene.subscribers.exists({ subscriberId: gone })).toBeNull();
  });

  describe('rules of subscriptions', () => {
    const amountAbove = (amount: number) => ({ '>': [{ var: 'payload.amount' }, amount] });
    const rule = (fields: object) => [{ workflowIds: [name], enabled: true, ...fields }];

    it('TS2, TS4: a member who does not want it has no run', async () => {
      const [yes, no] = (await scene.people(2)) as [string, string];
      const key = await scene.topic([yes]);
      await scene.follow(key, [no], [{ rules: rule({ enabled: false }) }]);
      const { body } = await scene.trigger({ name, to: topic(key) });
      const event = await scene.expanded(body.data.transactionId);
      expect(await scene.reached(body.data.transactionId)).toEqual([yes]);
      expect(await scene.runs.countDocuments({ transactionId: body.data.transactionId })).toBe(1);
      expect(event.counters.expanded).toBe(1);
    });

    it('TS3: conditions see the payload', async () => {
      const members = await scene.people(1);
      const key = await scene.topic(members, [{ rules: rule({ condition: amountAbove(100) }) }]);
      expect(await reachedBy({ to: topic(key), payload: { amount: 150 } })).toEqual(members);
      expect(await reachedBy({ to: topic(key), payload: { amount: 50 } })).toEqual([]);
      expect(await reachedBy({ to: topic(key) })).toEqual([]);
    });

    it.each<[string, object, object]>([
      ['subscriber', { '==': [{ var: 'subscriber.data.plan' }, 'pro'] }, {}],
      [
        'environment',
        { and: [{ '==': [{ var: 'env.name' }, 'Development'] }, { '==': [{ var: 'subscriber.data.plan' }, 'pro'] }] },
        {},
      ],
      ['actor', { '==': [{ var: 'actor.firstName' }, 'Grace'] }, { actor: { subscriberId: 'g', firstName: 'Grace' } }],
    ])('TS3: conditions see the %s', async (_case, condition, fields) => {
      const [member] = (await scene.people(1)) as [string];
      const key = await scene.topic([member], [{ rules: rule({ condition }) }]);
      expect(await reachedBy({ to: topic(key) })).toEqual([]);
      await carillon.api.subscriber({ subscriberId: member, data: { plan: 'pro' } });
      expect(await reachedBy({ to: topic(key), ...fields })).toEqual([member]);
    });

    it('TS3: conditions see the stored data of a context that is named by its id', async () => {
      const [member] = (await scene.people(1)) as [string];
      const condition = { '==': [{ var: 'context.tenant.data.plan' }, 'pro'] };
      const key = await scene.topic([member], [{ contexts: ['tenant:ts3'], rules: rule({ condition }) }]);
      const context = { tenant: 'ts3' };
      expect(await reachedBy({ to: topic(key), context })).toEqual([]);
      await reachedBy({ to: member, context: { tenant: { id: 'ts3', data: { plan: 'pro' } } } });
      expect(await reachedBy({ to: topic(key), context })).toEqual([member]);
    });

    it('TS4, C6: a subscription is reached in exactly its contexts, no context being one of its own', async () => {
      const [without, tenant, both] = (await scene.people(3)) as [string, string, string];
      const key = await scene.topic([without]);
      await scene.follow(key, [tenant], [{ contexts: ['tenant:acme'] }]);
      await scene.follow(key, [both], [{ contexts: ['tenant:acme', 'app:shop'] }]);
      expect(await reachedBy({ to: topic(key) })).toEqual([without]);
      expect(await reachedBy({ to: topic(key), context: { tenant: 'acme' } })).toEqual([tenant]);
      expect(await reachedBy({ to: topic(key), context: { app: 'shop', tenant: 'acme' } })).toEqual([both]);
      expect(await reachedBy({ to: topic(key), context: { tenant: 'other' } })).toEqual([]);
    });

    it('TS5: of several subscriptions one that wants it is enough, and two make one notification', async () => {
      const [one, two] = (await scene.people(2)) as [string, string];
      const [off, on] = [{ rules: rule({ enabled: false }) }, { rules: rule({ condition: amountAbove(1) }) }];
      const key = await scene.topic([one], [off, on]);
      await scene.follow(key, [two], [on, on, {}]);
      expect(await reachedBy({ to: topic(key), payload: { amount: 2 } })).toEqual([one, two].toSorted());
    });

    it('TS5: a second topic reaches a member whom the first does not', async () => {
      const [member] = (await scene.people(1)) as [string];
      const refused = await scene.topic([member], [{ rules: rule({ enabled: false }) }]);
      const wanted = await scene.topic([member]);
      expect(await reachedBy({ to: [topic(refused), topic(wanted)] })).toEqual([member]);
    });

    it('TS6: rules for other workflows do not matter', async () => {
      const members = await scene.people(1);
      const key = await scene.topic(members, [{ rules: [{ workflowIds: ['another'], enabled: false }] }]);
      expect(await reachedBy({ to: topic(key) })).toEqual(members);
    });

    it('TS8: a condition that cannot be evaluated does not deliver, and can be seen', async () => {
      const [broken, fine] = (await scene.people(2)) as [string, string];
      const key = await scene.topic([fine]);
      await scene.follow(key, [broken], [{ rules: rule({ condition: { nonsense: [1] } }) }]);
      const { body } = await scene.trigger({ name, to: topic(key) });
      await scene.expanded(body.data.transactionId);
      expect(await scene.reached(body.data.transactionId)).toEqual([fine]);
      const progress = await carillon.api.get(`/v1/events/trigger/${body.data.transactionId}`);
      expect(progress.body.data.problems).toEqual([
        {
          code: 'subscription_condition_error',
          detail: 'The condition of a subscription could not be evaluated: unknown operator "nonsense"',
          topicKey: key,
          subscriberId: broken,
        },
      ]);
    });
  });

  it('Z2: goes through a topic in chunks, members with several subscriptions at their borders included', async () => {
    const members = await scene.people(1300);
    const key = await scene.topic(members.slice(0, 700));
    await scene.follow(key, members.slice(350), [{}, {}]);
    const { body } = await scene.trigger({ name, to: topic(key) });
    const event = await scene.expanded(body.data.transactionId);
    expect(event.expansion.chunk).toBeGreaterThan(4);
    expect(event.counters).toMatchObject({ expanded: 1300, sent: 1300 });
    expect(await scene.reached(body.data.transactionId)).toEqual(members.toSorted());
  });
});
