import { SubscriptionScene } from '../../topics/subscription-scene.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { ExpansionScene } from './expansion/expansion-scene.js';

describe('triggers reach those who subscribed over the API', () => {
  let carillon: TestApp;
  let expansion: ExpansionScene;
  let scene: SubscriptionScene;
  let name: string;

  beforeAll(async () => {
    carillon = await startTestApp();
    expansion = await ExpansionScene.on(carillon);
    scene = new SubscriptionScene(carillon);
    name = await expansion.workflow({ tags: ['orders'] });
  });

  afterAll(() => carillon.close());

  /** Triggers to the topic, waits, and returns who was reached. */
  async function reachedBy(topicKey: string, fields: object = {}, exclude: string[] = []): Promise<string[]> {
    const to = { type: 'Topic', topicKey, exclude };
    const { status, body } = await expansion.trigger({ name, to, ...fields });
    expect(status).toBe(201);
    await expansion.expanded(body.data.transactionId);
    return expansion.reached(body.data.transactionId);
  }

  const amountAbove = (amount: number) => ({ '>': [{ var: 'payload.amount' }, amount] });

  it('and no longer those who unsubscribed or were excluded', async () => {
    const [a, b, c] = (await scene.people(3)) as [string, string, string];
    const key = await scene.topic();
    await scene.subscribe(key, [a, b, c]);
    expect(await reachedBy(key)).toEqual([a, b, c].toSorted());
    expect(await reachedBy(key, {}, [b])).toEqual([a, c].toSorted());
    await scene.unsubscribe(key, [c]);
    expect(await reachedBy(key)).toEqual([a, b].toSorted());
  });

  it('R6, R7, R9, TS2, TS4: a simulation says which members that would be, and why not the others', async () => {
    const people = (await scene.people(7)) as [string, string, string, string, string, string, string];
    const [a, b, excluded, actor, off, elsewhere, broken] = people;
    const key = await scene.topic();
    await scene.subscribe(key, [a, b, excluded, actor]);
    await scene.subscribe(key, [off], { preferences: [{ workflowId: name, enabled: false }] });
    await scene.subscribe(key, [elsewhere], { context: { tenant: 'acme' } });
    const condition = { '>': [{ var: 'payload.amount' }, 5] };
    await scene.subscribe(key, [broken], { preferences: [{ workflowId: name, enabled: false, condition }] });
    const to = [b, { type: 'Topic', topicKey: key, exclude: [excluded] }];
    const simulate = (query: string) => carillon.api.post(`/v1/events/simulate${query}`, { name, to, actor });
    const { data } = (await simulate('?members=100')).body;
    const reached = data.recipients.map(({ subscriberId }: { subscriberId: string }) => subscriberId);
    expect(reached).toEqual([b, a]);
    expect(data.recipients).toMatchObject([{ status: 'completed' }, { status: 'completed', topics: [key] }]);
    expect(data.hasMoreMembers).toBe(false);
    const reasons = data.unreached.map((one: { subscriberId: string; reason: string }) => [
      one.subscriberId,
      one.reason,
    ]);
    expect(Object.fromEntries(reasons)).toEqual({
      [excluded]: 'excluded',
      [actor]: 'actor',
      [off]: 'subscription_rules',
      [elsewhere]: 'other_context',
      [broken]: 'subscription_rules',
    });
    // As many members as asked for, and none without being asked.
    const few = (await simulate('?members=2')).body.data;
    expect(few.hasMoreMembers).toBe(true);
    expect(few.recipients.length + few.unreached.length).toBeLessThanOrEqual(3);
    const none = (await simulate('')).body.data;
    expect([none.recipients.length, none.unreached]).toEqual([1, undefined]);
    expect((await simulate('?members=101')).status).toBe(422);
  });

  it('R10: and nobody once the topic is deleted', async () => {
    const key = await scene.topic();
    await scene.subscribe(key, await scene.people(1));
    await carillon.api.delete(`/v2/topics/${key}`);
    expect(await reachedBy(key)).toEqual([]);
    await scene.subscribe(key, ['nobody']);
    expect(await reachedBy(key)).toEqual([]);
  });

  it('TS2, TS3: whose condition lets the payload through, as the rule of a workflow or of its tags', async () => {
    const [byId, byTag, off] = (await scene.people(3)) as [string, string, string];
    const key = await scene.topic();
    const rule = (amount: number) => ({ enabled: false, condition: amountAbove(amount) });
    await scene.subscribe(key, [byId], { preferences: [{ workflowId: name, ...rule(100) }] });
    await scene.subscribe(key, [byTag], { preferences: [{ filter: { tags: ['orders'] }, ...rule(10) }] });
    await scene.subscribe(key, [off], { preferences: [{ workflowId: name, enabled: false }] });
    expect(await reachedBy(key, { payload: { amount: 150 } })).toEqual([byId, byTag].toSorted());
    expect(await reachedBy(key, { payload: { amount: 50 } })).toEqual([byTag]);
    expect(await reachedBy(key)).toEqual([]);
  });

  it('TS2: by the rules that were changed last', async () => {
    const [a] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    await scene.subscribe(key, [{ subscriberId: a, identifier: 'x' }], { preferences: [name] });
    expect(await reachedBy(key)).toEqual([a]);
    await scene.update(key, 'x', { preferences: [{ workflowId: name, enabled: false }] });
    expect(await reachedBy(key)).toEqual([]);
    await scene.update(key, 'x', { preferences: [] });
    expect(await reachedBy(key)).toEqual([a]);
  });

  it('TS4, C6: in exactly the contexts they subscribed in', async () => {
    const [none, tenant, both] = (await scene.people(3)) as [string, string, string];
    const key = await scene.topic();
    await scene.subscribe(key, [none]);
    await scene.subscribe(key, [tenant], { context: { tenant: 'acme' } });
    await scene.subscribe(key, [both], { context: { tenant: 'acme', app: 'shop' } });
    expect(await reachedBy(key)).toEqual([none]);
    expect(await reachedBy(key, { context: { tenant: 'acme' } })).toEqual([tenant]);
    expect(await reachedBy(key, { context: { app: 'shop', tenant: 'acme' } })).toEqual([both]);
  });

  it('TS3, C5: with the data that a context was given over the API', async () => {
    const [a] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    const condition = { '==': [{ var: 'context.tenant.data.plan' }, 'pro'] };
    const context = { tenant: 'changing' };
    await scene.subscribe(key, [a], { context, preferences: [{ workflowId: name, condition }] });
    expect(await reachedBy(key, { context })).toEqual([]);
    await carillon.api.patch('/v2/contexts/tenant/changing', { data: { plan: 'pro' } });
    expect(await reachedBy(key, { context })).toEqual([a]);
  });

  it('TS5: once, however many of their subscriptions want it', async () => {
    const [a] = (await scene.people(1)) as [string];
    const key = await scene.topic();
    const one = (identifier: string) => [{ subscriberId: a, identifier }];
    await scene.subscribe(key, one('off'), { preferences: [{ workflowId: name, enabled: false }] });
    await scene.subscribe(key, one('large'), { preferences: [{ workflowId: name, condition: amountAbove(10) }] });
    await scene.subscribe(key, one('any'), { preferences: [name] });
    expect(await reachedBy(key, { payload: { amount: 20 } })).toEqual([a]);
  });
});
