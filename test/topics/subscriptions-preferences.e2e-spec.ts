import { aWorkflow } from '../builders/workflow.js';
import { SubscriptionScene } from './subscription-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('preferences of a topic subscription', () => {
  let test: TestApp;
  let scene: SubscriptionScene;

  beforeAll(async () => {
    test = await startTestApp();
    scene = new SubscriptionScene(test);
  });

  afterAll(() => test.close());

  const condition = { '==': [{ var: 'payload.region' }, 'eu'] };

  async function workflow(fields: object = {}): Promise<{ _id: string; workflowId: string }> {
    return test.api.workflow(fields);
  }

  /** Subscribes somebody with these preferences and returns the subscription as it is shown. */
  async function shown(preferences: unknown[]) {
    const { status, body } = await scene.subscribe(await scene.topic(), await scene.people(1), { preferences });
    expect(status).toBe(201);
    return body.data[0];
  }

  it('TS2: show the workflow in exactly this shape', async () => {
    const preferences = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
    const { _id, workflowId } = await workflow({ tags: ['a', 'b'], severity: 'high', preferences });
    const subscription = await shown([{ workflowId, enabled: false, condition }]);
    expect(subscription.preferences).toEqual([
      {
        subscriptionId: subscription._id,
        workflow: {
          id: _id,
          identifier: workflowId,
          name: 'Order shipped',
          critical: true,
          tags: ['a', 'b'],
          severity: 'high',
        },
        enabled: false,
        condition,
      },
    ]);
  });

  it('TS2: are enabled unless they say otherwise, in each of the three forms', async () => {
    const [one, two, three] = [await workflow(), await workflow(), await workflow({ tags: ['forms'] })];
    const { preferences } = await shown([one.workflowId, { workflowId: two._id }, { filter: { tags: ['forms'] } }]);
    expect(preferences).toMatchObject(
      [one, two, three].map(({ workflowId }) => ({ workflow: { identifier: workflowId }, enabled: true })),
    );
    expect(preferences[0]).not.toHaveProperty('condition');
  });

  it('TS2: a filter finds workflows by identifier, by internal id and by tag', async () => {
    const tag = `tag-${Math.random()}`;
    const [named, byId, tagged] = [await workflow(), await workflow(), await workflow({ tags: ['x', tag] })];
    await workflow({ tags: ['x'] });
    const filter = { workflowIds: [named.workflowId, byId._id], tags: [tag] };
    const { preferences } = await shown([{ filter, enabled: false }]);
    expect(preferences.map((one: { workflow: { identifier: string } }) => one.workflow.identifier).toSorted()).toEqual(
      [named, byId, tagged].map(({ workflowId }) => workflowId).toSorted(),
    );
  });

  it('TS2: show the rule that counts, which is that of the workflow before that of its tags', async () => {
    const { workflowId } = await workflow({ tags: ['counts'] });
    const { preferences } = await shown([
      { workflowId, enabled: true },
      { filter: { tags: ['counts'] }, enabled: false },
    ]);
    expect(preferences).toMatchObject([{ workflow: { identifier: workflowId }, enabled: true }]);
  });

  it('show a rule without a workflow while it fits none, and with the one that comes later', async () => {
    const { key } = (await shown([])).topic;
    const later = aWorkflow({ tags: ['later'] });
    const [subscriberId] = await scene.people(1);
    const one = { subscriberId, identifier: 'x' };
    await scene.subscribe(key, [one], { preferences: [later.workflowId, { filter: { tags: ['later'] } }] });
    const { preferences } = (await scene.get(key, 'x')).body.data;
    expect(preferences).toMatchObject([
      { workflow: null, enabled: true },
      { workflow: null, enabled: true },
    ]);
    await test.api.workflow(later);
    expect((await scene.get(key, 'x')).body.data.preferences).toMatchObject([
      { workflow: { identifier: later.workflowId }, enabled: true },
    ]);
  });

  it('take no workflow of another environment', async () => {
    const other = aWorkflow();
    await test.otherApi.workflow(other);
    expect((await shown([other.workflowId])).preferences).toMatchObject([{ workflow: null }]);
  });

  it('take an empty condition for none', async () => {
    const { workflowId } = await workflow();
    const { preferences } = await shown([{ workflowId, enabled: false, condition: {} }]);
    expect(preferences[0]).not.toHaveProperty('condition');
  });

  it('are the same in every answer', async () => {
    const { workflowId } = await workflow();
    const made = await shown([{ workflowId, condition }]);
    const { key } = made.topic;
    expect((await scene.get(key, made.identifier)).body.data.preferences).toEqual(made.preferences);
    expect((await scene.list(key)).body.data).toEqual([made]);
  });
});
