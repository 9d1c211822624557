import { Types } from 'mongoose';
import { anInAppStep } from '../builders/workflow.js';
import { expectSuccess, PromotionScene } from './promotion-scene.js';

describe('copying a workflow to another environment', () => {
  let scene: PromotionScene;

  beforeAll(async () => {
    scene = await PromotionScene.start();
    await scene.openProduction();
  });

  afterAll(() => scene.close());

  const everything = {
    description: 'All of it',
    tags: ['orders'],
    severity: 'high',
    validatePayload: true,
    payloadSchema: { type: 'object', properties: { id: { type: 'string' } } },
    isTranslationEnabled: true,
    strictVariables: true,
    category: 'orders',
    quietHours: 'hold',
    agent: { identifier: 'support', providers: { 'novu-email-agent': { replyTo: 'help@example.com' } } },
    preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } },
  };

  it('answers the copy, with all that was written and ids of its own', async () => {
    const workflowId = await scene.workflow({ ...everything, steps: [anInAppStep({ stepId: 'note' })] });
    await scene.translation('workflow', workflowId, 'de', { hello: 'Hallo' });
    const source = expectSuccess(await scene.api.get(`/v2/workflows/${workflowId}`));
    const { status, body } = await scene.sync(workflowId);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      workflowId,
      ...everything,
      preferences: { user: everything.preferences.user },
      steps: [{ stepId: 'note', controls: { values: { body: 'Hello' } } }],
      updatedBy: { firstName: 'admin' },
    });
    expect(body.data._id).not.toBe(source._id);
    expect(body.data.steps[0]._id).not.toBe(source.steps[0]._id);
    expect(body.data).not.toHaveProperty('lastPublishedAt');
    expect(expectSuccess(await scene.otherApi.get(`/v2/workflows/${workflowId}`))).toEqual(body.data);
    const { data } = (await scene.otherApi.get(`/v2/translations/workflow/${workflowId}/de`)).body;
    expect(data.content).toEqual({ hello: 'Hallo' });
  });

  it('notes on the source when and by whom, which is no change of it', async () => {
    const workflowId = await scene.workflow();
    const before = expectSuccess(await scene.api.get(`/v2/workflows/${workflowId}`));
    expect(before).not.toHaveProperty('lastPublishedAt');
    await scene.sync(workflowId);
    const after = expectSuccess(await scene.api.get(`/v2/workflows/${workflowId}`));
    expect(after).toEqual({
      ...before,
      lastPublishedAt: expect.stringMatching(/Z$/),
      lastPublishedBy: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        firstName: 'admin',
        lastName: null,
        externalId: null,
      },
    });
    const list = expectSuccess(await scene.api.get(`/v2/workflows?query=${workflowId}`));
    expect(list.workflows[0]).toMatchObject({ lastPublishedAt: after.lastPublishedAt });
  });

  it('replaces what is there; steps keep their ids, and texts that are gone go', async () => {
    const steps = ['a', 'b'].map((stepId) => anInAppStep({ stepId }));
    const workflowId = await scene.workflow({ ...everything, steps });
    await scene.translation('workflow', workflowId, 'de', { hello: 'Hallo' });
    await scene.translation('workflow', workflowId, 'fr', { hello: 'Bonjour' });
    const first = expectSuccess(await scene.sync(workflowId));
    const changed = { name: 'Changed', active: true, steps: [steps[1]], preferences: { user: null } };
    expectSuccess(await scene.api.put(`/v2/workflows/${workflowId}`, changed));
    await scene.api.delete(`/v2/translations/workflow/${workflowId}/fr`);
    const second = expectSuccess(await scene.sync(workflowId));
    expect(second).toMatchObject({ _id: first._id, name: 'Changed', steps: [{ _id: first.steps[1]._id }] });
    expect(second.preferences.user).toBeNull();
    for (const field of ['description', 'payloadSchema']) expect(second).not.toHaveProperty(field);
    for (const api of [scene.api, scene.otherApi]) {
      const { locales } = expectSuccess(await api.get(`/v2/translations/group/workflow/${workflowId}`));
      expect(locales).toEqual(['de']);
    }
  });

  it('saves nothing when the copy is the same', async () => {
    const workflowId = await scene.workflow();
    const first = expectSuccess(await scene.sync(workflowId));
    expect(expectSuccess(await scene.sync(workflowId))).toEqual(first);
    const [copy] = (await scene.stored('workflows', scene.production)).filter(
      (one) => one['workflowId'] === workflowId,
    );
    expect(copy!['version']).toBe(1);
  });

  it('takes the layout along, however the step names it', async () => {
    await scene.layout('frame', '<b>{{content}}</b>');
    const layout = expectSuccess(await scene.api.get('/v2/layouts/frame'));
    for (const layoutId of [layout.layoutId, layout._id, layout.slug]) {
      const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'S', layoutId } }];
      const workflowId = await scene.workflow({ steps });
      const copy = expectSuccess(await scene.sync(workflowId));
      expect(copy.steps[0].controls.values.layoutId).toBe('frame');
      expect(expectSuccess(await scene.sync(workflowId))).toEqual(copy);
    }
    const there = expectSuccess(await scene.otherApi.get('/v2/layouts/frame'));
    expect(there.controls.values).toEqual(layout.controls.values);
  });

  it('by many at once makes one', async () => {
    const workflowId = await scene.workflow();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.sync(workflowId)));
    const ids = new Set(answers.map((answer) => expectSuccess(answer)._id));
    expect(ids.size).toBe(1);
  });

  it('is refused with the reason when the other environment cannot take it', async () => {
    const workflowId = await scene.workflow();
    const workflows = scene.carillon.connection.collection('workflows');
    await workflows.updateOne({ workflowId }, { $set: { name: ' ' } });
    const { status, body } = await scene.sync(workflowId);
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { name: { messages: ['name must not be blank'], value: ' ' } },
    });
  });

  it.each<[string, (scene: PromotionScene) => unknown, number]>([
    ['no environment', () => undefined, 422],
    ['null', () => null, 422],
    ['an empty text', () => '', 422],
    ['no text', () => ({}), 422],
    ['a text that is too long', () => 'x'.repeat(257), 422],
    ['an unknown environment', () => new Types.ObjectId().toHexString(), 404],
    ['an environment of another organization', ({ foreign }) => foreign, 404],
    ['its own environment', ({ development }) => development, 400],
  ])('is refused with %s', async (_case, target, status) => {
    const workflowId = await scene.workflow();
    const payload = { targetEnvironmentId: target(scene) };
    expect((await scene.api.put(`/v2/workflows/${workflowId}/sync`, payload)).status).toBe(status);
  });

  it('knows no workflow of another environment', async () => {
    const workflowId = await scene.workflow();
    const answer = (name: string) =>
      scene.otherApi.put(`/v2/workflows/${name}/sync`, { targetEnvironmentId: scene.development });
    const [foreign, nowhere] = [await answer(workflowId), await answer('nowhere')];
    expect([foreign.status, nowhere.status]).toEqual([404, 404]);
    expect(foreign.body.message).toBe(nowhere.body.message.replace('nowhere', workflowId));
  });
});
