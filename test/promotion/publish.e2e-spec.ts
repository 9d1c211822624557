import { Types } from 'mongoose';
import { anInAppStep } from '../builders/workflow.js';
import { expectSuccess, PromotionScene } from './promotion-scene.js';

const UNCHANGED = 'No changes';

describe('publishing an environment', () => {
  let scene: PromotionScene;

  beforeAll(async () => {
    scene = await PromotionScene.start();
  });

  afterEach(() => scene.empty());

  afterAll(() => scene.close());

  const email = (name: string, controlValues: object) => ({
    name,
    stepId: name,
    type: 'email',
    controlValues: { subject: 'S', body: '<p>{{t.hello}}</p>', editorType: 'html', ...controlValues },
  });

  it('brings everything over, and then there is no difference and nothing to save', async () => {
    await scene.layout('first', '{{content}}');
    await scene.layout('brand', '<b>{{content}}</b>');
    await scene.translation('layout', 'brand', 'de', { bye: 'Tschüs' });
    const rich = await scene.workflow({
      workflowId: 'rich',
      description: 'All of it',
      tags: ['orders'],
      severity: 'high',
      validatePayload: true,
      payloadSchema: { type: 'object', properties: { id: { type: 'string' } } },
      isTranslationEnabled: true,
      strictVariables: true,
      category: 'orders',
      quietHours: 'hold',
      samples: [{ name: 'Long order', payload: { items: [1, 2] } }],
      preferences: { user: { all: { enabled: true, readOnly: true }, channels: { sms: { enabled: false } } } },
      steps: [anInAppStep({ stepId: 'note' }), email('mail', { layoutId: 'brand' })],
    });
    await scene.translation('workflow', rich, 'de', { hello: 'Hallo' });
    await scene.translation('workflow', rich, 'fr', { hello: 'Bonjour' });
    await scene.workflow({ workflowId: 'poor', active: false, kind: 'subscription', category: null, steps: [] });

    expect(await scene.differences()).toEqual([
      'added layout brand',
      'added layout first',
      'added workflow poor',
      'added workflow rich',
    ]);
    expect(scene.outcomes(await scene.publish({ dryRun: true }))).toEqual([
      'created layout brand',
      'created layout first',
      'created workflow poor',
      'created workflow rich',
    ]);
    expect(await scene.stored('workflows', scene.production)).toEqual([]);

    const answer = await scene.publish();
    expect(answer.body.data.summary).toEqual({ resources: 4, successful: 4, failed: 0, skipped: 0 });
    const [from, to] = [await scene.definitions(scene.development), await scene.definitions(scene.production)];
    expect(to).toEqual(from);
    expect(to).toMatchObject({
      defaultLayoutId: 'first',
      workflows: [{}, { translations: { de: { hello: 'Hallo' }, fr: { hello: 'Bonjour' } } }],
    });
    const { body } = await scene.diff();
    expect(body.data).toEqual({
      sourceEnvironmentId: scene.development,
      targetEnvironmentId: scene.production,
      resources: [],
      summary: { totalEntities: 4, totalChanges: 0, hasChanges: false },
      issues: [],
    });

    const before = await scene.stored('workflows', scene.production);
    const layouts = await scene.stored('layouts', scene.production);
    expect(scene.outcomes(await scene.publish())).toEqual([
      `skipped layout brand: ${UNCHANGED}`,
      `skipped layout first: ${UNCHANGED}`,
      `skipped workflow poor: ${UNCHANGED}`,
      `skipped workflow rich: ${UNCHANGED}`,
    ]);
    expect(await scene.stored('workflows', scene.production)).toEqual(before);
    expect(await scene.stored('layouts', scene.production)).toEqual(layouts);
  });

  it('shows what differs, in fields and steps', async () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((stepId) => anInAppStep({ stepId }));
    await scene.workflow({ workflowId: 'w', name: 'Old', steps: [a, e, b, c] });
    await scene.publish();
    const changed = {
      name: 'New',
      active: true,
      preferences: {},
      steps: [c, { ...a, controlValues: { body: 'Changed' } }, e, d],
    };
    expectSuccess(await scene.api.put('/v2/workflows/w', changed));
    const [{ changes, summary, ...resource }] = (await scene.diff()).body.data.resources;
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(resource).toMatchObject({
      resourceType: 'REGULAR',
      kind: 'workflow',
      sourceResource: { id: 'w', name: 'New', updatedAt: at },
      targetResource: { id: 'w', name: 'Old', updatedAt: at },
    });
    expect(changes).toEqual([
      expect.objectContaining({
        kind: 'workflow',
        action: 'modified',
        diffs: { previous: { name: 'Old' }, new: { name: 'New' } },
      }),
      expect.objectContaining({ kind: 'step', action: 'moved', stepType: 'in_app', previousIndex: 3, newIndex: 0 }),
      expect.objectContaining({
        kind: 'step',
        action: 'modified',
        sourceResource: { id: 'a', name: 'In-app step' },
        diffs: { previous: { controlValues: { body: 'Hello' } }, new: { controlValues: { body: 'Changed' } } },
      }),
      expect.objectContaining({
        action: 'added',
        sourceResource: { id: 'd', name: 'In-app step' },
        targetResource: null,
      }),
      expect.objectContaining({
        action: 'deleted',
        sourceResource: null,
        targetResource: { id: 'b', name: 'In-app step' },
      }),
    ]);
    expect(summary).toEqual({ added: 1, modified: 3, deleted: 1, unchanged: 1 });

    const [before] = await scene.stored('workflows', scene.production);
    expect(scene.outcomes(await scene.publish())).toEqual(['updated workflow w']);
    const [after] = await scene.stored('workflows', scene.production);
    expect(after).toMatchObject({ _id: before!._id, version: 2, name: 'New' });
    const idOf = (document: typeof before, stepId: string) =>
      document!['steps'].find((step: { stepId: string }) => step.stepId === stepId)?._id;
    expect(idOf(after, 'a')).toEqual(idOf(before, 'a'));
    expect(await scene.differences()).toEqual([]);
  });

  it('EN7: comparing names the issues of workflows, and channels without an integration in the target', async () => {
    const steps = [email('mail', { subject: '' }), anInAppStep({ stepId: 'note' })];
    await scene.workflow({ workflowId: 'broken', steps });
    await scene.otherApi.workflow({ workflowId: 'only-there', steps });
    const { issues } = expectSuccess(await scene.diff());
    expect(issues).toEqual([
      expect.objectContaining({ workflowId: 'broken', stepId: 'mail', field: 'subject', severity: 'error' }),
      expect.objectContaining({ workflowId: 'broken', stepId: 'mail', field: '', issueType: 'MISSING_INTEGRATION' }),
    ]);
    await scene.publish();
    expect(expectSuccess(await scene.diff()).issues).toEqual([]);
  });

  it('of selected workflows takes along the layouts that the target lacks, and leaves alone those it has', async () => {
    await scene.layout('first');
    await scene.layout('brand');
    await scene.layout('other');
    const named = await scene.workflow({ workflowId: 'named', steps: [email('mail', { layoutId: 'brand' })] });
    const standard = await scene.workflow({ workflowId: 'standard', steps: [email('mail', {})] });
    await scene.workflow({ workflowId: 'plain', steps: [email('mail', { layoutId: null })] });
    const dependency = (id: string, isBlocking: boolean) => ({
      resourceType: 'REGULAR',
      kind: 'layout',
      resourceId: id,
      resourceName: `Layout ${id}`,
      isBlocking,
      reason: isBlocking ? 'LAYOUT_REQUIRED_FOR_WORKFLOW' : 'LAYOUT_EXISTS_IN_TARGET',
    });
    const dependencies = async () => {
      const { resources } = expectSuccess(await scene.diff());
      return Object.fromEntries(
        resources.flatMap((one: { kind: string; sourceResource: { id: string }; dependencies?: object[] }) =>
          one.kind === 'workflow' ? [[one.sourceResource.id, one.dependencies]] : [],
        ),
      );
    };
    expect(await dependencies()).toEqual({
      named: [dependency('brand', true)],
      standard: [dependency('first', true)],
      plain: undefined,
    });
    const select = (...resourceIds: string[]) => ({
      resources: resourceIds.map((resourceId) => ({ resourceType: 'REGULAR', resourceId })),
    });
    expect(scene.outcomes(await scene.publish(select(standard)))).toEqual([
      'created layout first',
      'created workflow standard',
    ]);
    expect(scene.outcomes(await scene.publish(select(named)))).toEqual([
      'created layout brand',
      'created workflow named',
    ]);
    await scene.changeLayout('brand', 'NEW {{content}}');
    expectSuccess(await scene.api.patch(`/v2/workflows/${named}`, { name: 'Changed' }));
    expect((await dependencies())['named']).toEqual([dependency('brand', false)]);
    expect(scene.outcomes(await scene.publish(select(named)))).toEqual(['updated workflow named']);
    expect(await scene.differences()).toContain('modified layout brand');
    expect(await scene.differences()).toContain('added workflow plain');
  });

  it('reports what only the target has as deleted, and deletes it when it is named', async () => {
    await scene.layout('first');
    await scene.layout('old');
    await scene.workflow({ workflowId: 'old', steps: [email('mail', { layoutId: 'old' })] });
    await scene.translation('workflow', 'old', 'de', { a: 'b' });
    await scene.publish();
    await scene.api.delete('/v2/workflows/old');
    await scene.api.delete('/v2/layouts/old');
    expect(await scene.differences()).toEqual(['deleted layout old', 'deleted workflow old']);
    const reason = 'Only the target has it; name it to have it deleted there';
    expect(scene.outcomes(await scene.publish())).toEqual([
      `skipped layout first: ${UNCHANGED}`,
      `skipped layout old: ${reason}`,
      `skipped workflow old: ${reason}`,
    ]);
    expect(scene.outcomes(await scene.publish({ resources: [{ resourceType: 'layout', resourceId: 'old' }] }))).toEqual(
      ["failed layout old: Layout 'old' is used by 'old'"],
    );
    const both = { resources: [{ resourceType: 'REGULAR', resourceId: 'old' }] };
    expect(scene.outcomes(await scene.publish(both))).toEqual(['deleted layout old', 'deleted workflow old']);
    expect(await scene.differences()).toEqual([]);
    expect(await scene.carillon.connection.collection('translations').countDocuments()).toBe(0);
  });

  it('reports what fails and does the rest, and a repetition completes it', async () => {
    await scene.layout('first');
    await scene.layout('broken');
    await scene.workflow({ workflowId: 'good' });
    await scene.workflow({ workflowId: 'needy', steps: [email('mail', { layoutId: 'broken' })] });
    await scene.workflow({ workflowId: 'bad' });
    await scene.translation('workflow', 'bad', 'de', { hello: 'Hallo' });
    const [layouts, workflows] = ['layouts', 'workflows'].map((name) => scene.carillon.connection.collection(name));
    // What nobody could store today, but may have been stored once.
    await layouts!.updateOne({ layoutId: 'broken' }, { $set: { 'email.body': 'no content' } });
    await workflows!.updateOne({ workflowId: 'bad' }, { $set: { name: ' ' } });
    expect(scene.outcomes(await scene.publish())).toEqual([
      'created layout first',
      'created workflow good',
      expect.stringMatching(/^failed layout broken: .*content/),
      'failed workflow bad: name must not be blank',
      "failed workflow needy: Layout 'broken', which it needs, could not be published",
    ]);
    // Nothing of what failed is there, its texts neither.
    expect(await scene.carillon.connection.collection('translations').countDocuments()).toBe(1);
    await layouts!.updateOne({ layoutId: 'broken' }, { $set: { 'email.body': '{{content}}' } });
    await workflows!.updateOne({ workflowId: 'bad' }, { $set: { name: 'Good' } });
    expect(scene.outcomes(await scene.publish())).toEqual([
      'created layout broken',
      'created workflow bad',
      'created workflow needy',
      `skipped layout first: ${UNCHANGED}`,
      `skipped workflow good: ${UNCHANGED}`,
    ]);
    expect(await scene.differences()).toEqual([]);
  });

  it('by several at once, while the source changes, ends with what the source is then', async () => {
    const body = (text: string) => ({
      name: text,
      active: true,
      isTranslationEnabled: true,
      preferences: {},
      steps: [anInAppStep({ stepId: 'a', controlValues: { body: text } })],
    });
    await scene.workflow({ workflowId: 'w', ...body('0') });
    for (let round = 1; round <= 4; round++) {
      const early = [scene.publish(), scene.publish()];
      expectSuccess(await scene.api.put('/v2/workflows/w', body(String(round))));
      await scene.translation('workflow', 'w', 'de', { text: String(round) });
      const answers = await Promise.all([...early, scene.publish(), scene.publish()]);
      for (const answer of answers) expect(expectSuccess(answer).summary.failed).toBe(0);
      expect(await scene.definitions(scene.production)).toEqual(await scene.definitions(scene.development));
    }
  });

  it('takes environments by internal id, slug or identifier, and from the one that is named', async () => {
    await scene.workflow({ workflowId: 'w' });
    const { body } = await scene.api.get('/v1/environments');
    const production = body.data.find(({ _id }: { _id: string }) => _id === scene.production);
    for (const name of [production.slug, production.identifier]) {
      expect((await scene.diff({}, name)).body.data.targetEnvironmentId).toBe(scene.production);
    }
    const reverse = { sourceEnvironmentId: production.identifier };
    const { data } = (await scene.diff(reverse, scene.development)).body;
    expect(data).toMatchObject({ sourceEnvironmentId: scene.production, resources: [{ sourceResource: null }] });
    // A key of any environment of the organization will do, as long as the target is not protected.
    const { data: staging } = (await scene.api.post('/v1/environments', { name: 'Staging' })).body;
    const answer = await scene.api.post(`/v2/environments/${staging._id}/publish`, {});
    expect(scene.outcomes(answer)).toEqual(['created workflow w']);
  });

  describe('refuses', () => {
    const nowhere = new Types.ObjectId().toHexString();

    it.each<[string, (scene: PromotionScene) => [target: string, request: object], number]>([
      ['an unknown target', () => [nowhere, {}], 404],
      ['a target of another organization', ({ foreign }) => [foreign, {}], 404],
      ['an unknown source', ({ production }) => [production, { sourceEnvironmentId: nowhere }], 404],
      [
        'a source of another organization',
        ({ production, foreign }) => [production, { sourceEnvironmentId: foreign }],
        404,
      ],
      ['the source itself', ({ development }) => [development, {}], 400],
      ['a source that is no text', ({ production }) => [production, { sourceEnvironmentId: 5 }], 422],
      ['an empty source', ({ production }) => [production, { sourceEnvironmentId: '' }], 422],
      ['a null source', ({ production }) => [production, { sourceEnvironmentId: null }], 422],
    ])('%s', async (_case, make, status) => {
      const [target, request] = make(scene);
      expect((await scene.diff(request, target)).status).toBe(status);
      expect((await scene.publish(request, target)).status).toBe(status);
    });

    it.each<[string, object, string]>([
      ['a dryRun that is no boolean', { dryRun: 'yes' }, 'dryRun'],
      ['resources that are no list', { resources: 'w' }, 'resources'],
      ['null for resources', { resources: null }, 'resources'],
      ['a resource that is no object', { resources: [1] }, 'resources'],
      ['an unknown kind', { resources: [{ resourceType: 'step', resourceId: 'w' }] }, 'resources.0.resourceType'],
      ['a resource without id', { resources: [{ resourceType: 'REGULAR' }] }, 'resources.0.resourceId'],
      [
        'an id that is too long',
        { resources: [{ resourceType: 'REGULAR', resourceId: 'x'.repeat(513) }] },
        'resources.0.resourceId',
      ],
      [
        'too many resources',
        { resources: Array.from({ length: 1001 }, () => ({ resourceType: 'REGULAR', resourceId: 'w' })) },
        'resources',
      ],
    ])('%s', async (_case, request, field) => {
      const { status, body } = await scene.publish(request);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({
        status: 422,
        fields: expect.arrayContaining([field]),
      });
    });

    it('as part of the answer what neither environment has', async () => {
      const answer = await scene.publish({ resources: [{ resourceType: 'REGULAR', resourceId: 'nowhere' }] });
      expect(scene.outcomes(answer)).toEqual(['failed workflow nowhere: Neither side has it']);
    });
  });
});
