import type { ApiResponse } from '../api-client.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN_ID = '6925a1f0c0ffee0123456789';
const UNKNOWN_SLUG = 'order_wf_0abcdefghijklmno';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

async function created(fields?: object) {
  return test.api.workflow(fields);
}

function notFound(path: string, message: string) {
  return { statusCode: 404, timestamp: expect.stringMatching(TIME), path, message, error: 'Not Found' };
}

describe('retrieve a workflow', () => {
  it('by identifier, internal id or slug', async () => {
    const workflow = await created({ workflowId: 'Größe: 5 / 7' });
    for (const reference of [workflow.workflowId, workflow._id, workflow._id.toUpperCase(), workflow.slug]) {
      const answer = await test.api.get(`/v2/workflows/${encodeURIComponent(reference)}`);
      expect(answer).toMatchObject({ status: 200, body: { data: workflow } });
    }
  });

  it.each(['no-such-workflow', UNKNOWN_ID, UNKNOWN_SLUG, '%00', '%24ne'])('answers 404 for %s', async (reference) => {
    const path = `/v2/workflows/${reference}`;
    for (const answer of [await test.api.get(path), await test.api.delete(path)]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(notFound(path, `Workflow '${decodeURIComponent(reference)}' was not found`));
    }
  });

  it('answers 404 for one of another environment, as for an unknown one', async () => {
    const { workflowId, _id, slug, steps } = await created();
    for (const reference of [workflowId, _id, slug]) {
      const path = `/v2/workflows/${reference}`;
      for (const url of [path, `${path}/steps/${steps[0].stepId}`]) {
        const answer = await test.otherApi.get(url);
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual(notFound(url, `Workflow '${reference}' was not found`));
      }
      expect((await test.otherApi.delete(path)).body).toEqual(notFound(path, `Workflow '${reference}' was not found`));
    }
    expect((await test.api.get(`/v2/workflows/${workflowId}`)).status).toBe(200);
  });

  it('in another environment of the organization', async () => {
    const { workflowId } = await created();
    const path = `/v2/workflows/${workflowId}`;
    const environments = (await test.api.get('/v1/environments')).body.data;
    const [own, other] = environments.map(({ _id }: { _id: string }) => _id);
    expect((await test.otherApi.get(`${path}?environmentId=${own}`)).body.data.workflowId).toBe(workflowId);
    const url = `${path}?environmentId=${other}`;
    expect((await test.api.get(url)).body).toEqual(notFound(path, `Workflow '${workflowId}' was not found`));
    expect((await test.api.get(`${path}?environmentId=${UNKNOWN_ID}`)).status).toBe(404);
    expect((await test.api.get(`${path}?environmentId=${'a'.repeat(257)}`)).status).toBe(422);
  });

  it('needs an API key', async () => {
    expect((await test.anonymous.get('/v2/workflows')).status).toBe(401);
    expect((await test.anonymous.post('/v2/workflows', aWorkflow())).status).toBe(401);
  });
});

describe('retrieve a step', () => {
  it('shows controls without values, control values, and the variables of the trigger and earlier steps', async () => {
    const payloadSchema = { type: 'object', properties: { orderId: { type: 'string' } } };
    const steps = [anInAppStep({ stepId: 'first' }), anInAppStep({ stepId: 'second', controlValues: undefined })];
    const workflow = await created({ payloadSchema, steps });
    const { status, body } = await test.api.get(`/v2/workflows/${workflow.workflowId}/steps/second`);
    expect(status).toBe(200);
    const { controls, variables, ...rest } = body.data;
    expect(rest).toEqual({
      _id: workflow.steps[1]._id,
      stepId: 'second',
      name: 'In-app step',
      slug: expect.stringMatching(/^in-app-step_stp_[0-9A-Za-z]{16}$/),
      type: 'in_app',
      origin: 'service-cloud',
      workflowId: workflow.workflowId,
      workflowDatabaseId: workflow._id,
      controlValues: {},
      issues: { controls: { body: [{ issueType: 'MISSING_VALUE', message: 'body is needed' }] } },
    });
    expect(Object.keys(controls)).toEqual(['dataSchema', 'uiSchema']);
    expect(controls.uiSchema).toMatchObject({ group: 'IN_APP', properties: { body: { component: 'IN_APP_BODY' } } });
    expect(Object.keys(controls.uiSchema.properties)).toEqual(Object.keys(controls.dataSchema.properties));
    expect(variables.type).toBe('object');
    expect(Object.keys(variables.properties).sort()).toEqual(
      [
        'actor',
        'brand',
        'context',
        'env',
        'legacy',
        'payload',
        'preferencesUrl',
        'steps',
        'subscriber',
        't',
        'tenant',
        'unsubscribeUrl',
        'workflow',
      ].sort(),
    );
    expect(variables.properties.payload).toEqual(payloadSchema);
    expect(Object.keys(variables.properties.steps.properties)).toEqual(['first']);
    expect(workflow.steps[1]).toEqual({ ...body.data, controls: { ...controls, values: {} } });
  });

  it('by step id, internal id or slug', async () => {
    const workflow = await created();
    const [step] = workflow.steps;
    for (const reference of [step.stepId, step._id, step.slug]) {
      const { body } = await test.api.get(`/v2/workflows/${workflow.slug}/steps/${reference}`);
      expect(body.data._id).toBe(step._id);
    }
  });

  it('answers 404 for a step that is not there', async () => {
    const { workflowId } = await created();
    for (const reference of ['other', UNKNOWN_ID]) {
      const path = `/v2/workflows/${workflowId}/steps/${reference}`;
      const { status, body } = await test.api.get(path);
      expect(status).toBe(404);
      expect(body).toEqual(notFound(path, `Step '${reference}' of workflow '${workflowId}' was not found`));
    }
  });
});

describe('delete a workflow', () => {
  it.each(['workflowId', '_id', 'slug'])('answers 204 by %s, and it is gone', async (key) => {
    const workflow = await created();
    const path = `/v2/workflows/${workflow[key]}`;
    expect(await test.api.delete(path)).toMatchObject({ status: 204, body: undefined });
    expect((await test.api.get(path)).status).toBe(404);
    expect((await test.api.delete(path)).status).toBe(404);
  });

  it('also when the request has a JSON content type and no body', async () => {
    const { workflowId } = await created();
    const headers = { 'content-type': 'application/json' };
    expect((await test.api.request({ method: 'DELETE', url: `/v2/workflows/${workflowId}`, headers })).status).toBe(
      204,
    );
  });

  it('succeeds for exactly one of ten at once', async () => {
    const { workflowId } = await created();
    const answers = await Promise.all(Array.from({ length: 10 }, () => test.api.delete(`/v2/workflows/${workflowId}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  });
});

describe('list workflows', () => {
  const list = (query = ''): Promise<ApiResponse> => test.api.get(`/v2/workflows${query}`);
  const names = async (query: string): Promise<string[]> =>
    (await list(query)).body.data.workflows.map(({ name }: { name: string }) => name);

  beforeAll(async () => {
    const collection = test.connection.collection('workflows');
    await collection.deleteMany({});
    const rows = [
      { name: 'banana', workflowId: 'fruit-1', tags: ['yellow'], active: true },
      { name: 'Apple', workflowId: 'fruit-2', tags: ['red', 'green'], active: false },
      { name: 'cherry (50% off)', workflowId: 'FRUIT-3', tags: ['red'], active: true, steps: [] },
    ];
    for (const [index, row] of rows.entries()) {
      await created(row);
      const day = (month: number) => new Date(Date.UTC(2026, month, index + 1));
      const dates = { createdAt: day(0), updatedAt: day(2 - index), ...(index > 0 && { lastTriggeredAt: day(index) }) };
      await collection.updateOne({ workflowId: row.workflowId }, { $set: dates });
    }
    await test.otherApi.workflow({ name: 'stranger' });
  });

  it('shows a page of short rows, newest first', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['workflows', 'totalCount']);
    expect(body.data.totalCount).toBe(3);
    expect(body.data.workflows[1]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      workflowId: 'fruit-2',
      slug: expect.stringMatching(/^apple_wf_[0-9A-Za-z]{16}$/),
      name: 'Apple',
      tags: ['red', 'green'],
      kind: 'transactional',
      category: null,
      status: 'INACTIVE',
      origin: 'service-cloud',
      isTranslationEnabled: false,
      stepTypeOverviews: ['in_app'],
      steps: [{ slug: expect.stringMatching(/^in-app-step_stp_[0-9A-Za-z]{16}$/), type: 'in_app' }],
      lastTriggeredAt: '2026-02-02T00:00:00.000Z',
      createdAt: '2026-01-02T00:00:00.000Z',
      updatedAt: '2026-02-02T00:00:00.000Z',
      updatedBy: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        firstName: 'admin',
        lastName: null,
        externalId: null,
      },
    });
    expect(body.data.workflows[2]).not.toHaveProperty('lastTriggeredAt');
  });

  it.each([
    ['', ['cherry (50% off)', 'Apple', 'banana']],
    ['?orderDirection=ASC', ['banana', 'Apple', 'cherry (50% off)']],
    ['?orderBy=updatedAt', ['banana', 'Apple', 'cherry (50% off)']],
    ['?orderBy=name&orderDirection=ASC', ['Apple', 'banana', 'cherry (50% off)']],
    ['?orderBy=lastTriggeredAt', ['cherry (50% off)', 'Apple', 'banana']],
    ['?limit=1&offset=1', ['Apple']],
    ['?offset=3', []],
    ['?query=AN', ['banana']],
    ['?query=apple', ['Apple']],
    ['?query=fruit-', ['cherry (50% off)', 'Apple', 'banana']],
    ['?query=%2850%25', ['cherry (50% off)']],
    ['?query=.%2B', []],
    ['?query=', ['cherry (50% off)', 'Apple', 'banana']],
    ['?tags=red', ['cherry (50% off)', 'Apple']],
    ['?tags=green&tags=yellow', ['Apple', 'banana']],
    ['?tags=blue', []],
    ['?status=ACTIVE', ['cherry (50% off)', 'banana']],
    ['?status=INACTIVE&status=ERROR', ['Apple']],
    ['?status=ERROR', []],
    ['?status=ACTIVE&tags=red&query=cherry', ['cherry (50% off)']],
  ])('with %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('counts what matches on all pages together', async () => {
    expect((await list('?tags=red&limit=1')).body.data).toMatchObject({ workflows: [{}], totalCount: 2 });
    expect((await list('?offset=3')).body.data).toEqual({ workflows: [], totalCount: 3 });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['orderBy=slug', 'orderBy'],
    ['orderDirection=asc', 'orderDirection'],
    ['query=a&query=b', 'query'],
    ['query=%00', 'query'],
    [`query=${'a'.repeat(257)}`, 'query'],
    ['status=active', 'status'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(422);
    expect(body).toEqual({
      statusCode: 422,
      timestamp: expect.stringMatching(TIME),
      path: '/v2/workflows',
      message: 'Validation failed',
      errors: { [field]: expect.anything() },
    });
  });

  it('has pages that do not overlap among equals', async () => {
    await Promise.all(Array.from({ length: 25 }, () => created({ name: 'twin' })));
    const pages = await Promise.all(
      [0, 10, 20].map((offset) => list(`?query=twin&orderBy=name&limit=10&offset=${offset}`)),
    );
    const ids = pages.flatMap(({ body }) => body.data.workflows.map(({ _id }: { _id: string }) => _id));
    expect(new Set(ids).size).toBe(25);
  });
});
