import { Types } from 'mongoose';
import type { ApiResponse } from '../api-client.js';
import { anInAppStep } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

async function created(fields?: object) {
  return test.api.workflow(fields);
}

const put = (reference: string, body: object): Promise<ApiResponse> => test.api.put(`/v2/workflows/${reference}`, body);
const patch = (reference: string, body: object): Promise<ApiResponse> =>
  test.api.patch(`/v2/workflows/${reference}`, body);
const read = async (reference: string) => (await test.api.get(`/v2/workflows/${reference}`)).body.data;
const versionOf = async (workflowId: string) =>
  (await test.connection.collection('workflows').findOne({ workflowId }))?.version;

/** Writers that name a workflow in the same way take turns in one process; those of different processes do not. */
const anyName = (workflow: { workflowId: string; _id: string; slug: string }, index: number): string =>
  [workflow.workflowId, workflow._id, workflow.slug][index % 3]!;

/** The body of a replacement, and whatever the test cares about. */
const replacement = (fields: object = {}) => ({ name: 'Replaced', steps: [], preferences: {}, ...fields });

describe('replace a workflow', () => {
  it('leaves nothing of what it does not say, but its ids and the preferences', async () => {
    const user = { all: { enabled: false, readOnly: true }, channels: {} };
    const workflow = await created({
      description: 'Old',
      tags: ['old'],
      validatePayload: true,
      payloadSchema: { type: 'object' },
      isTranslationEnabled: true,
      severity: 'high',
      preferences: { user },
    });
    const { status, body } = await put(workflow.slug, replacement({ workflowId: 'ignored', origin: 'novu-cloud' }));
    expect(status).toBe(200);
    const { warnings, ...replaced } = body.data;
    expect(warnings).toEqual([expect.stringContaining('origin was ignored')]);
    expect(replaced).toEqual({
      _id: workflow._id,
      workflowId: workflow.workflowId,
      slug: expect.stringMatching(/^replaced_wf_/),
      name: 'Replaced',
      tags: [],
      active: false,
      status: 'INACTIVE',
      validatePayload: false,
      isTranslationEnabled: false,
      strictVariables: false,
      kind: 'transactional',
      category: null,
      quietHours: 'skip',
      severity: 'none',
      origin: 'service-cloud',
      preferences: { ...workflow.preferences, user },
      steps: [],
      createdAt: workflow.createdAt,
      updatedAt: expect.any(String),
      updatedBy: workflow.updatedBy,
    });
    expect(body.data.updatedAt > workflow.updatedAt).toBe(true);
    expect(await read(workflow._id)).toEqual(replaced);
    expect(await versionOf(workflow.workflowId)).toBe(2);
  });

  it('sets a layer of the preferences, and removes it with null', async () => {
    const user = { all: { enabled: false, readOnly: false }, channels: { sms: { enabled: true } } };
    const { workflowId } = await created();
    const set = await put(workflowId, replacement({ preferences: { user, workflow: user } }));
    expect(set.body.data.preferences).toMatchObject({ user, default: user });
    const removed = await put(workflowId, replacement({ preferences: { user: null, workflow: null } }));
    expect(removed.body.data.preferences).toMatchObject({ user: null, default: { all: { enabled: true } } });
  });

  it('keeps the ids of steps it names by internal id or step id, in the order of the request', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((stepId) => anInAppStep({ stepId }));
    const workflow = await created({ steps: [first, second, third] });
    const [one, two, three] = workflow.steps;
    const steps = [
      { ...anInAppStep(), _id: three._id, name: 'Renamed' },
      anInAppStep({ name: 'New' }),
      anInAppStep({ stepId: 'first' }),
    ];
    const { body } = await put(workflow.workflowId, replacement({ steps }));
    expect(body.data.steps).toMatchObject([
      { _id: three._id, stepId: 'third', name: 'Renamed' },
      { stepId: 'new' },
      { _id: one._id, stepId: 'first' },
    ]);
    expect([one._id, two._id, three._id]).not.toContain(body.data.steps[1]._id);
  });

  it('keeps control values and the payload schema to the letter', async () => {
    const { workflowId } = await created();
    const controlValues = {
      body: 'x',
      data: { 'a.b': 1, $c: null, origin: 'service-cloud' },
      mine: { $ref: '#', e: {} },
    };
    const payloadSchema = { type: 'object', properties: { a: {} }, $defs: { 'b.c': {} } };
    const { body } = await put(workflowId, replacement({ steps: [anInAppStep({ controlValues })], payloadSchema }));
    expect(JSON.stringify(body.data.steps[0].controlValues)).toBe(JSON.stringify(controlValues));
    expect((await read(workflowId)).steps[0].controlValues).toEqual(controlValues);
    expect((await read(workflowId)).payloadSchema).toEqual(payloadSchema);
  });

  it('is seen by the next trigger', async () => {
    const { workflowId } = await created();
    const trigger = () => test.api.post('/v1/events/trigger', { name: workflowId, to: 'somebody' });
    expect((await trigger()).body.data.status).toBe('processed');
    await put(workflowId, replacement({ active: false, steps: [anInAppStep()] }));
    expect((await trigger()).body.data.status).toBe('trigger_not_active');
  });

  it.each<[string, (stepId: string, _id: string) => object[]]>([
    ['a step id given twice', () => [anInAppStep({ stepId: 'a' }), anInAppStep({ stepId: 'a' })]],
    ['a step id that another step keeps', (stepId, _id) => [anInAppStep({ _id }), anInAppStep({ stepId })]],
    ['an internal id given twice', (_stepId, _id) => [anInAppStep({ _id }), anInAppStep({ _id, stepId: 'b' })]],
  ])('refuses %s with 400 and changes nothing', async (_what, steps) => {
    const workflow = await created();
    const [{ stepId, _id }] = workflow.steps;
    const { status, body } = await put(workflow.workflowId, replacement({ steps: steps(stepId, _id) }));
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^Step id '\S+' is used more than once$/)]);
    expect(await read(workflow.workflowId)).toEqual(workflow);
  });

  it.each<[string, object, string]>([
    ['a missing name', { name: undefined }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['missing steps', { steps: undefined }, 'steps'],
    ['missing preferences', { preferences: undefined }, 'preferences'],
    ['null preferences', { preferences: null }, 'preferences'],
    ['a step whose _id is none', { steps: [anInAppStep({ _id: 'x' })] }, 'steps.0._id'],
    ['a null _id', { steps: [anInAppStep({ _id: null })] }, 'steps.0._id'],
    ['a wrong control value', { steps: [anInAppStep({ controlValues: { body: 5 } })] }, 'steps.0.controlValues.body'],
    ['too many steps', { steps: Array.from({ length: 21 }, () => anInAppStep()) }, 'steps'],
    ['an unknown severity', { severity: 'urgent' }, 'severity'],
    ['a payload schema that is none', { payloadSchema: { type: 'text' } }, 'payloadSchema'],
  ])('refuses %s', async (_what, fields, field) => {
    const { workflowId } = await created();
    const { status, body } = await put(workflowId, replacement(fields));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await versionOf(workflowId)).toBe(1);
  });

  it('of thirty at once each is whole, and the version grows by one with each', async () => {
    const workflow = await created();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        put(
          anyName(workflow, index),
          replacement({
            name: `Name ${index}`,
            tags: [`tag-${index}`],
            steps: [anInAppStep({ name: `Step ${index}` })],
          }),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await versionOf(workflow.workflowId)).toBe(31);
    const { name, tags, steps } = await read(workflow._id);
    const number = name.replace('Name ', '');
    expect([tags, steps[0].name]).toEqual([[`tag-${number}`], `Step ${number}`]);
  });
});

describe('whoever saved a workflow last', () => {
  /** Lets the workflow look as if another user had saved it. */
  async function savedBy(name: string | undefined, { workflowId }: { workflowId: string }) {
    const _id = new Types.ObjectId();
    const workflows = test.connection.collection('workflows');
    const { organizationId } = (await workflows.findOne({ workflowId }))!;
    if (name !== undefined) await test.connection.collection('users').insertOne({ _id, organizationId, name });
    await workflows.updateOne({ workflowId }, { $set: { updatedById: _id } });
  }

  it('is shown with each save, and in lists', async () => {
    const workflow = await created();
    expect(workflow.updatedBy.firstName).toBe('admin');
    for (const [user, save, by] of [
      ['grace', () => patch(workflow._id, {}), 'grace'],
      ['ada', () => patch(workflow._id, { active: true }), 'admin'],
      ['joan', () => put(workflow._id, replacement()), 'admin'],
    ] as const) {
      await savedBy(user, workflow);
      expect((await save()).body.data.updatedBy.firstName).toBe(by);
      const { body } = await test.api.get(`/v2/workflows?query=${workflow.workflowId}`);
      expect(body.data.workflows[0].updatedBy.firstName).toBe(by);
    }
  });

  it('is missing when nobody is known', async () => {
    const workflow = await created();
    await savedBy(undefined, workflow);
    expect(await read(workflow._id)).not.toHaveProperty('updatedBy');
  });
});

describe('strictVariables', () => {
  it('stays as it is when a replacement leaves it out, as official clients do', async () => {
    const { workflowId } = await created({ strictVariables: true });
    expect((await put(workflowId, replacement())).body.data.strictVariables).toBe(true);
    expect((await put(workflowId, replacement({ strictVariables: false }))).body.data.strictVariables).toBe(false);
  });
});

describe('change a workflow', () => {
  it.each<[string, object, object]>([
    ['active', { active: false }, { active: false, status: 'INACTIVE' }],
    ['name', { name: 'New' }, { name: 'New', slug: expect.stringMatching(/^new_wf_/) }],
    ['description', { description: 'New' }, { description: 'New' }],
    ['tags', { tags: ['new'] }, { tags: ['new'] }],
    ['validatePayload', { validatePayload: true }, { validatePayload: true }],
    ['isTranslationEnabled', { isTranslationEnabled: true }, { isTranslationEnabled: true }],
    ['strictVariables', { strictVariables: true }, { strictVariables: true }],
    ['quietHours', { quietHours: 'hold' }, { quietHours: 'hold' }],
    ['category', { category: 'old' }, { category: 'old' }],
  ])('%s, and nothing else', async (_field, change, expected) => {
    const workflow = await created({ description: 'Old', tags: ['old'], severity: 'low' });
    const { status, body } = await patch(workflow.workflowId, change);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...workflow, ...expected, updatedAt: expect.any(String) });
    expect(await versionOf(workflow.workflowId)).toBe(2);
  });

  it('sets the payload schema and removes it with null, and the description with an empty text', async () => {
    const { workflowId } = await created({ description: 'Old' });
    const payloadSchema = { type: 'object', properties: { orderId: { type: 'string' } } };
    const set = await patch(workflowId, { payloadSchema });
    expect(set.body.data).toMatchObject({ payloadSchema, payloadExample: { orderId: 'text' } });
    const { body } = await patch(workflowId, { payloadSchema: null, description: '' });
    expect(body.data).not.toHaveProperty('payloadSchema');
    expect(body.data).not.toHaveProperty('description');
  });

  it('saves nothing when there is nothing to change', async () => {
    const workflow = await created();
    for (const body of [{}, { steps: [], severity: 'high', unknown: 1 }]) {
      expect(await patch(workflow.workflowId, body)).toMatchObject({ status: 200, body: { data: workflow } });
    }
    expect(await versionOf(workflow.workflowId)).toBe(1);
  });

  it('of twenty at once loses none', async () => {
    const workflow = await created();
    const { workflowId } = workflow;
    const fields = [{ name: 'New' }, { description: 'New' }, { tags: ['new'] }, { validatePayload: true }];
    await Promise.all(Array.from({ length: 20 }, (_, index) => patch(anyName(workflow, index), fields[index % 4]!)));
    expect(await read(workflowId)).toMatchObject(Object.assign({}, ...fields));
    expect(await versionOf(workflowId)).toBe(21);
  });

  it.each<[string, object, string]>([
    ['a null name', { name: null }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a long name', { name: 'a'.repeat(257) }, 'name'],
    ['a text for a boolean', { active: 'true' }, 'active'],
    ['a null for a boolean', { validatePayload: null }, 'validatePayload'],
    ['a number for a boolean', { isTranslationEnabled: 1 }, 'isTranslationEnabled'],
    ['a null description', { description: null }, 'description'],
    ['a long description', { description: 'a'.repeat(4097) }, 'description'],
    ['tags that are no list', { tags: 'a' }, 'tags'],
    ['too many tags', { tags: Array.from({ length: 51 }, String) }, 'tags'],
    ['an empty tag', { tags: [''] }, 'tags'],
    ['a payload schema that is no object', { payloadSchema: [] }, 'payloadSchema'],
    ['a payload schema that is none', { payloadSchema: { type: 'text' } }, 'payloadSchema'],
  ])('refuses %s', async (_what, body, field) => {
    const { workflowId } = await created();
    const answer = await patch(workflowId, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('what cannot be changed', () => {
  it('is 404: unknown, deleted, and of another environment', async () => {
    const { workflowId, _id, slug } = await created();
    const gone = await created();
    await test.api.delete(`/v2/workflows/${gone.workflowId}`);
    const unknown = ['no-such-workflow', UNKNOWN_ID, gone.workflowId, gone._id, gone.slug];
    for (const reference of unknown) {
      const message = `Workflow '${reference}' was not found`;
      expect(await put(reference, replacement())).toMatchObject({ status: 404, body: { message } });
      expect(await patch(reference, { name: 'New' })).toMatchObject({ status: 404, body: { message } });
    }
    for (const reference of [workflowId, _id, slug]) {
      const path = `/v2/workflows/${reference}`;
      const message = `Workflow '${reference}' was not found`;
      expect(await test.otherApi.put(path, replacement())).toMatchObject({ status: 404, body: { message } });
      expect(await test.otherApi.patch(path, { name: 'New' })).toMatchObject({ status: 404, body: { message } });
    }
    expect((await read(workflowId)).name).toBe('Order shipped');
  });

  it('is deleted for good when a change and a deletion meet', async () => {
    const { workflowId } = await created();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => patch(workflowId, { name: 'New' })),
      test.api.delete(`/v2/workflows/${workflowId}`),
      ...Array.from({ length: 5 }, () => patch(workflowId, { name: 'Newer' })),
    ]);
    expect(answers[5]!.status).toBe(204);
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
    expect(await test.connection.collection('workflows').countDocuments({ workflowId })).toBe(0);
  });
});

describe('versions of a workflow', () => {
  const versions = async (workflowId: string) => (await test.api.get(`/v2/workflows/${workflowId}/versions`)).body.data;

  it('P11: each save keeps the one before, with who saved it and when', async () => {
    const { workflowId } = await created({ name: 'First', steps: [anInAppStep({ body: 'Hello' })] });
    await put(workflowId, replacement({ name: 'Second' }));
    await patch(workflowId, { active: false });
    expect(await versions(workflowId)).toEqual([
      expect.objectContaining({ version: 3, name: 'Second', active: false, savedBy: expect.anything() }),
      expect.objectContaining({ version: 2, name: 'Second', savedAt: expect.any(String) }),
      expect.objectContaining({ version: 1, name: 'First', active: true }),
    ]);
    const first = await test.api.get(`/v2/workflows/${workflowId}/versions/1`);
    expect(first.body.data).toMatchObject({ name: 'First', steps: [{ controlValues: { body: 'Hello' } }] });
    const current = await test.api.get(`/v2/workflows/${workflowId}/versions/3`);
    expect(current.body.data).toEqual(await read(workflowId));
  });

  it('P11: a version that is saved again is a new one', async () => {
    const { workflowId } = await created({ steps: [anInAppStep({ body: 'Hello' })] });
    await put(workflowId, replacement());
    const { name, steps } = (await test.api.get(`/v2/workflows/${workflowId}/versions/1`)).body.data;
    await put(workflowId, replacement({ name, steps }));
    expect(await read(workflowId)).toMatchObject({ name, steps: [{ controlValues: { body: 'Hello' } }] });
    expect((await versions(workflowId)).map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  });

  it('P11: the last 50 are kept, and none of a workflow that was deleted', async () => {
    const { workflowId } = await created();
    for (let round = 0; round < 53; round++) await patch(workflowId, { description: `Round ${round}` });
    const kept = await versions(workflowId);
    expect([kept[0].version, kept.at(-1).version]).toEqual([54, 4]);
    for (const version of ['3', '55', 'none', '1.5'])
      expect((await test.api.get(`/v2/workflows/${workflowId}/versions/${version}`)).status).toBe(404);
    await test.api.delete(`/v2/workflows/${workflowId}`);
    expect((await test.api.get(`/v2/workflows/${workflowId}/versions`)).status).toBe(404);
    const stored = test.connection.collection('workflowversions');
    expect(await stored.countDocuments({ 'workflow.workflowId': workflowId })).toBe(0);
  });

  it('P11: concurrent saves keep every version once', async () => {
    const { workflowId } = await created();
    await Promise.all(Array.from({ length: 8 }, (_, index) => patch(workflowId, { description: `By ${index}` })));
    expect((await versions(workflowId)).map(({ version }: { version: number }) => version)).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });
});
