import type { ApiResponse } from '../api-client.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { STEP_TYPES } from '../../src/workflows/steps/step-kinds.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ID = /^[0-9a-f]{24}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

const ALL_ON = Object.fromEntries(['email', 'sms', 'in_app', 'chat', 'push'].map((name) => [name, { enabled: true }]));

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const create = (body: object): Promise<ApiResponse> => test.api.post('/v2/workflows', body);
const get = (reference: string): Promise<ApiResponse> => test.api.get(`/v2/workflows/${encodeURIComponent(reference)}`);

function error(statusCode: number, path: string, message: string) {
  return { statusCode, timestamp: expect.stringMatching(TIME), path, message };
}

describe('create a workflow', () => {
  it('F13: answers with the new workflow: not critical, every channel on, severity none, inactive', async () => {
    const { status, body } = await create({ name: 'Größe XL', workflowId: 'plain', steps: [] });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        _id: expect.stringMatching(ID),
        workflowId: 'plain',
        slug: expect.stringMatching(/^grosse-xl_wf_[0-9A-Za-z]{16}$/),
        name: 'Größe XL',
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
        preferences: { user: null, default: { all: { enabled: true, readOnly: false }, channels: ALL_ON } },
        steps: [],
        createdAt: expect.stringMatching(TIME),
        updatedAt: expect.stringMatching(TIME),
        updatedBy: { _id: expect.stringMatching(ID), firstName: 'admin', lastName: null, externalId: null },
      },
    });
  });

  it('keeps everything it is given', async () => {
    const payloadSchema = {
      type: 'object',
      properties: { orderId: { type: 'string' }, count: { type: 'number' } },
      $defs: { amount: { type: 'number' } },
    };
    const given = aWorkflow({
      description: 'Tells the buyer.',
      tags: ['orders', 'mail'],
      validatePayload: true,
      payloadSchema,
      isTranslationEnabled: true,
      severity: 'high',
      preferences: {
        user: { all: { enabled: false, readOnly: true }, channels: { in_app: { enabled: true } } },
        workflow: { all: { enabled: false }, channels: { sms: { enabled: true } } },
      },
    });
    const created = await create(given);
    expect(created.body.data).toMatchObject({
      description: 'Tells the buyer.',
      tags: ['orders', 'mail'],
      active: true,
      status: 'ACTIVE',
      validatePayload: true,
      payloadExample: { orderId: 'text', count: 1 },
      isTranslationEnabled: true,
      severity: 'high',
    });
    expect(created.body.data.payloadSchema).toEqual(payloadSchema);
    expect(created.body.data.preferences).toEqual({
      user: { all: { enabled: false, readOnly: true }, channels: { in_app: { enabled: true } } },
      default: {
        all: { enabled: false, readOnly: false },
        channels: {
          email: { enabled: false },
          sms: { enabled: true },
          in_app: { enabled: false },
          chat: { enabled: false },
          push: { enabled: false },
        },
      },
    });
    expect(await get(given.workflowId)).toMatchObject({ status: 200, body: created.body });
  });

  it('keeps control values to the letter, also those it does not know', async () => {
    const controlValues = {
      skip: { and: [{ '==': [{ var: 'payload.urgent' }, true] }] },
      body: 'Hello {{subscriber.firstName}}',
      subject: '',
      avatar: '/truck.png',
      primaryAction: { label: 'View', redirect: { url: '/orders', target: '_blank' }, color: 'red' },
      secondaryAction: {},
      redirect: { url: '' },
      disableOutputSanitization: true,
      data: { 'a.b': 1, $c: null, empty: {}, origin: 'service-cloud' },
      future: { $ref: '#', list: [1, [null]] },
    };
    const { body } = await create(aWorkflow({ steps: [anInAppStep({ controlValues })] }));
    const [step] = body.data.steps;
    expect(JSON.stringify(step.controls.values)).toBe(JSON.stringify(controlValues));
    expect(JSON.stringify(step.controlValues)).toBe(JSON.stringify(controlValues));
  });

  it('names steps by the slug of their name, made unique, unless they bring an id', async () => {
    const steps = [anInAppStep(), anInAppStep(), anInAppStep({ name: '通知' }), anInAppStep({ stepId: 'My_step-1' })];
    const { body } = await create(aWorkflow({ steps }));
    expect(body.data.steps.map(({ stepId }: { stepId: string }) => stepId)).toEqual([
      'in-app-step',
      'in-app-step-2',
      'step',
      'My_step-1',
    ]);
    expect(new Set(body.data.steps.map(({ _id }: { _id: string }) => _id)).size).toBe(4);
  });

  it('makes the identifier from the name when it brings none, and a different one each time', async () => {
    const identifiers = await Promise.all(
      Array.from({ length: 4 }, async () => (await create({ name: 'No Identifier', steps: [] })).body.data.workflowId),
    );
    expect(identifiers).toContain('no-identifier');
    expect(new Set(identifiers).size).toBe(4);
    for (const identifier of identifiers) expect(identifier).toMatch(/^no-identifier(-[0-9a-f]{6})?$/);
  });

  it('stores version 1', async () => {
    const { workflowId } = (await create(aWorkflow())).body.data;
    const stored = await test.connection.collection('workflows').findOne({ workflowId });
    expect(stored).toMatchObject({ version: 1, workflowId });
  });

  it('drops what it does not know, and takes either spelling of the origin', async () => {
    for (const origin of ['service-cloud', 'novu-cloud']) {
      const { status, body } = await create(aWorkflow({ origin, __source: 'editor', unknown: 1, createdAt: 'x' }));
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ origin: 'service-cloud', createdAt: expect.stringMatching(TIME) });
      expect(body.data).not.toHaveProperty('unknown');
    }
  });

  it('P2: takes 20 steps and no more', async () => {
    const steps = Array.from({ length: 21 }, () => anInAppStep());
    expect((await create(aWorkflow({ steps: steps.slice(1) }))).body.data.steps).toHaveLength(20);
    const { status, body } = await create(aWorkflow({ steps }));
    expect(status).toBe(422);
    expect(body.errors).toEqual({ steps: { messages: ['steps must contain no more than 20 elements'] } });
  });

  it('refuses a step id given twice with 400', async () => {
    const { status, body } = await create(
      aWorkflow({ steps: [anInAppStep({ stepId: 'a' }), anInAppStep({ stepId: 'a' })] }),
    );
    expect(status).toBe(400);
    expect(body).toEqual({
      ...error(400, '/v2/workflows', "Step id 'a' is used more than once"),
      error: 'Bad Request',
    });
  });

  it('replaces the one that has the identifier when that is asked for, however often and by how many at once', async () => {
    const { workflowId } = aWorkflow();
    const make = (name: string) => test.api.post('/v2/workflows?replaceIfExists=true', aWorkflow({ workflowId, name }));
    const first = await make('First');
    expect(first.status).toBe(201);
    const again = await Promise.all(Array.from({ length: 10 }, (_, index) => make(`Again ${index}`)));
    for (const { status, body } of again) expect([status, body.data._id]).toEqual([201, first.body.data._id]);
    const fresh = aWorkflow();
    const together = await Promise.all(
      Array.from({ length: 10 }, () => test.api.post('/v2/workflows?replaceIfExists=true', fresh)),
    );
    expect(new Set(together.map(({ status, body }) => `${status} ${body.data._id}`)).size).toBe(1);
    expect((await create(fresh)).status).toBe(409);
  });

  it('refuses an identifier that is taken with 409, but not one taken in another environment', async () => {
    const workflow = aWorkflow();
    expect((await create(workflow)).status).toBe(201);
    const { status, body } = await create(workflow);
    expect(status).toBe(409);
    expect(body).toEqual({
      ...error(409, '/v2/workflows', `Workflow with identifier '${workflow.workflowId}' already exists`),
      error: 'Conflict',
    });
    expect((await test.otherApi.post('/v2/workflows', workflow)).status).toBe(201);
  });

  it('lets exactly one of twenty at once have an identifier', async () => {
    const workflow = aWorkflow();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(workflow)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await test.connection.collection('workflows').countDocuments({ workflowId: workflow.workflowId })).toBe(1);
  });

  it('refuses a step type it cannot deliver and names the field', async () => {
    const { status, body } = await create(aWorkflow({ steps: [anInAppStep(), anInAppStep({ type: 'fax' })] }));
    expect(status).toBe(422);
    expect(body).toEqual({
      ...error(422, '/v2/workflows', 'Validation failed'),
      errors: {
        'steps.1.type': {
          messages: [`type must be one of the following values: ${STEP_TYPES.join(', ')}`],
          value: 'fax',
        },
      },
    });
  });

  it.each<[string, object, string]>([
    ['a missing name', { name: undefined }, 'name'],
    ['a name of the wrong type', { name: 5 }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a long name', { name: 'a'.repeat(257) }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['an empty identifier', { workflowId: '' }, 'workflowId'],
    ['a null identifier', { workflowId: null }, 'workflowId'],
    ['a long identifier', { workflowId: 'a'.repeat(257) }, 'workflowId'],
    ['an identifier with a line break', { workflowId: 'a\nb' }, 'workflowId'],
    ['an identifier that begins with a space', { workflowId: ' a' }, 'workflowId'],
    ['an identifier like an internal id', { workflowId: UNKNOWN_ID }, 'workflowId'],
    ['an identifier like a slug', { workflowId: 'order_wf_0abcdefghijklmno' }, 'workflowId'],
    ['a null description', { description: null }, 'description'],
    ['a long description', { description: 'a'.repeat(4097) }, 'description'],
    ['tags that are no list', { tags: 'a' }, 'tags'],
    ['a tag that is no text', { tags: ['a', 1] }, 'tags'],
    ['too many tags', { tags: Array.from({ length: 51 }, String) }, 'tags'],
    ['a text for a boolean', { active: 'true' }, 'active'],
    ['a null for a boolean', { validatePayload: null }, 'validatePayload'],
    ['a number for a boolean', { isTranslationEnabled: 1 }, 'isTranslationEnabled'],
    ['a text for a boolean', { strictVariables: 'yes' }, 'strictVariables'],
    ['a way to treat quiet hours that is none', { quietHours: 'wait' }, 'quietHours'],
    ['an unknown kind', { kind: 'marketing' }, 'kind'],
    ['CS2: a category that is not one of the tags', { tags: ['a'], category: 'b' }, 'category'],
    [
      'CS3: a critical subscription',
      { kind: 'subscription', preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } },
      'kind',
    ],
    ['a schema that is no object', { payloadSchema: [] }, 'payloadSchema'],
    ['a schema that cannot be stored', { payloadSchema: { _bsontype: 'Long' } }, 'payloadSchema'],
    ['an unknown severity', { severity: 'urgent' }, 'severity'],
    ['null preferences', { preferences: null }, 'preferences'],
    ['preferences without all', { preferences: { user: { channels: {} } } }, 'preferences.user.all'],
    [
      'a preference that is no boolean',
      { preferences: { user: { all: { enabled: 'no' }, channels: {} } } },
      'preferences.user.all.enabled',
    ],
    [
      'a null channel',
      { preferences: { user: { all: {}, channels: { sms: null } } } },
      'preferences.user.channels.sms',
    ],
    ['missing steps', { steps: undefined }, 'steps'],
    ['steps that are no list', { steps: 'in_app' }, 'steps'],
    ['a step that is null', { steps: [null] }, 'steps steps.0'],
    ['a step that is a list', { steps: [[]] }, 'steps'],
    ['a step that is a text', { steps: ['in_app'] }, 'steps steps.0'],
    ['a step without a name', { steps: [anInAppStep({ name: undefined })] }, 'steps.0.name'],
    ['a step without a type', { steps: [anInAppStep({ type: undefined })] }, 'steps.0.type'],
    ['a step id with a dot', { steps: [anInAppStep({ stepId: 'a.b' })] }, 'steps.0.stepId'],
    ['an empty step id', { steps: [anInAppStep({ stepId: '' })] }, 'steps.0.stepId'],
    ['null control values', { steps: [anInAppStep({ controlValues: null })] }, 'steps.0.controlValues'],
    ['control values that are a list', { steps: [anInAppStep({ controlValues: [] })] }, 'steps.0.controlValues'],
  ])('refuses %s', async (_what, fields, broken) => {
    const { status, body } = await create(aWorkflow(fields));
    expect(status).toBe(422);
    expect(body).toEqual({ ...error(422, '/v2/workflows', 'Validation failed'), errors: expect.anything() });
    expect(Object.keys(body.errors).sort()).toEqual(broken.split(' '));
  });

  it.each<[string, object]>([
    ['body', { body: 5 }],
    ['body', { body: null }],
    ['body', { body: 'a'.repeat(65_537) }],
    ['subject', { subject: {} }],
    ['avatar', { avatar: true }],
    ['skip', { skip: 'true' }],
    ['skip', { skip: null }],
    ['data', { data: [] }],
    ['disableOutputSanitization', { disableOutputSanitization: 'true' }],
    ['redirect', { redirect: '/orders' }],
    ['redirect.url', { redirect: {} }],
    ['redirect.target', { redirect: { url: '/', target: '_new' } }],
    ['primaryAction', { primaryAction: null }],
    ['primaryAction.label', { primaryAction: { label: 1 } }],
    ['primaryAction.redirect.url', { primaryAction: { redirect: { target: '_self' } } }],
    ['secondaryAction', { secondaryAction: [] }],
    ['secondaryAction.redirect', { secondaryAction: { redirect: null } }],
  ])('refuses a wrong control value: %s', async (field, controlValues) => {
    const { status, body } = await create(aWorkflow({ steps: [anInAppStep(), anInAppStep({ controlValues })] }));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([`steps.1.controlValues.${field}`]);
  });

  it('refuses a body that is malformed, empty or no object', async () => {
    const send = (payload: string) =>
      test.api.request({
        method: 'POST',
        url: '/v2/workflows',
        payload,
        headers: { 'content-type': 'application/json' },
      });
    const malformed = await send('{"name": ');
    expect(malformed.status).toBe(400);
    expect(malformed.body).toEqual({
      ...error(400, '/v2/workflows', expect.stringMatching(/^Malformed JSON/)),
      error: 'Bad Request',
    });
    const empty = await send('');
    expect(empty.status).toBe(422);
    expect(Object.keys(empty.body.errors)).toEqual(['name', 'steps']);
    for (const payload of ['[]', '[{}]', '"text"', '5', 'null', 'true']) {
      expect([payload, (await send(payload)).status]).toEqual([payload, 422]);
    }
  });

  it('refuses a workflow that the store cannot hold with 413', async () => {
    const controlValues = { data: { text: 'a'.repeat(8 * 1024 * 1024) } };
    const { status, body } = await create(aWorkflow({ steps: [1, 2].map(() => anInAppStep({ controlValues })) }));
    expect(status).toBe(413);
    expect(body.message).toBe("Workflow 'Order shipped' is larger than 15728640 bytes");
  });
});
