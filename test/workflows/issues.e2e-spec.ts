import type { ApiResponse } from '../api-client.js';
import { anEmailIntegration } from '../builders/integration.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { countCommands } from '../delivery/store-probe.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const create = (fields: object): Promise<ApiResponse> => test.api.post('/v2/workflows', aWorkflow(fields));
const step = (type: string, controlValues: object, fields: object = {}) => ({
  name: type,
  type,
  controlValues,
  ...fields,
});

async function created(fields: object) {
  const { status, body } = await create(fields);
  expect(status).toBe(201);
  return body.data;
}

describe('the issues of a workflow', () => {
  it.each<[string, object, string, object]>([
    [
      'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
      { body: 'x', primaryAction: { label: '{{foo.bar}}' } },
      'primaryAction.label',
      { variableName: 'foo.bar', message: "Variable 'foo.bar' does not exist here" },
    ],
    ['INVALID_FILTER_ARG_IN_VARIABLE', { body: '{{payload.a | pluralize}}' }, 'body', { message: expect.any(String) }],
    [
      'INVALID_URL',
      { body: 'x', redirect: { url: 'javascript:alert(1)' } },
      'redirect.url',
      { message: expect.any(String) },
    ],
    ['MISSING_VALUE', {}, 'body', { message: 'body is needed' }],
    ['UNSUPPORTED_PROPERTY', { body: 'x', data: { a: [] } }, 'data.a', { message: expect.any(String) }],
  ])('%s is told at its field, in every answer, and blocks', async (issueType, controlValues, field, more) => {
    const issues = { controls: { [field]: [{ issueType, ...more }] } };
    const workflow = await created({ steps: [anInAppStep(), step('in_app', controlValues, { stepId: 'in_app' })] });
    expect(workflow.status).toBe('ERROR');
    expect(workflow.steps.map((one: { issues?: object }) => one.issues)).toEqual([undefined, issues]);
    const path = `/v2/workflows/${workflow.workflowId}`;
    expect((await test.api.get(path)).body.data).toEqual(workflow);
    expect((await test.api.get(`${path}/steps/in_app`)).body.data.issues).toEqual(issues);
    const [row] = (await test.api.get(`/v2/workflows?query=${workflow.workflowId}`)).body.data.workflows;
    expect(row).toMatchObject({ status: 'ERROR', steps: [{ type: 'in_app' }, { type: 'in_app', issues }] });
  });

  it('TIER_LIMIT_EXCEEDED: a wait beyond the setting', async () => {
    const { steps, status } = await created({ steps: [step('delay', { amount: 367, unit: 'days' })] });
    expect(steps[0].issues.controls).toEqual({
      amount: [{ issueType: 'TIER_LIMIT_EXCEEDED', message: expect.any(String) }],
    });
    expect(status).toBe('ERROR');
  });

  it('warnings do not block', async () => {
    const workflow = await created({ steps: [anInAppStep({ controlValues: { body: 'x', mine: 1 } })] });
    expect(workflow).toMatchObject({
      status: 'ACTIVE',
      steps: [{ issues: { controls: { mine: [{ severity: 'warning' }] } } }],
    });
  });

  it('steps of the same name are told at the workflow, and do not block', async () => {
    const { issues, status } = await created({ steps: [anInAppStep(), anInAppStep({ name: 'in-app STEP ' })] });
    const message = "Step 1 has the name 'in-app STEP ', too";
    expect(issues).toEqual({ 'steps.1.name': { issueType: 'DUPLICATE_VALUE', message, severity: 'warning' } });
    expect(status).toBe('ACTIVE');
  });

  it('a workflow that is not active is INACTIVE whatever is wrong in it', async () => {
    expect(await created({ active: false, steps: [step('sms', {})] })).toMatchObject({ status: 'INACTIVE' });
  });

  it('an email without subject and a request without address can be saved, and are shown so that clients can read them', async () => {
    const { steps } = await created({ steps: [step('email', { body: '' }), step('http_request', {})] });
    expect(steps[0].controls.values).toEqual({ subject: '', body: '' });
    expect(steps[0].issues.controls).toHaveProperty('subject');
    expect(steps[1].controlValues).toEqual({ method: 'GET', url: '' });
    expect(Object.keys(steps[1].issues.controls)).toEqual(['url', 'method']);
  });

  it('go when a save mends them, and come when a payload schema makes a variable unknown', async () => {
    const { workflowId } = await created({ steps: [anInAppStep({ controlValues: { body: '{{payload.orderID}}' } })] });
    const path = `/v2/workflows/${workflowId}`;
    const payloadSchema = { type: 'object', properties: { orderId: { type: 'string' } } };
    const wrong = await test.api.patch(path, { payloadSchema });
    expect(wrong.body.data).toMatchObject({
      status: 'ERROR',
      steps: [{ issues: { controls: { body: [{ variableName: 'payload.orderID' }] } } }],
    });
    const mended = await test.api.patch(path, { payloadSchema: null });
    expect(mended.body.data.status).toBe('ACTIVE');
    expect(mended.body.data.steps[0]).not.toHaveProperty('issues');
  });

  it('G9: a step that is wrong fails by itself, the others are delivered', async () => {
    const { workflowId } = await created({
      steps: [step('in_app', { body: '{{ payload.a' }), step('tool', { body: 'x' }), anInAppStep()],
    });
    const trigger = await test.api.trigger(workflowId, { to: 'somebody' });
    expect(trigger.status).toBe('processed');
    const path = `/v1/notifications?transactionId=${trigger.transactionId}`;
    await eventually(async () => {
      const [run] = (await test.api.get(path)).body.data;
      expect(run?.jobs.map(({ status, reason }: { status: string; reason: string }) => `${status}: ${reason}`)).toEqual(
        ['failed: template_error', 'failed: no_active_integration', 'completed: delivered'],
      );
    });
  });
});

describe('missing integrations', () => {
  const channels = ['email', 'sms', 'push', 'chat', 'tool'];
  const values: Record<string, object> = { email: { subject: 's' } };
  const stepOf = (channel: string) =>
    step(channel, { body: 'b', editorType: channel === 'email' ? 'html' : undefined, ...values[channel] });

  it.each(channels)('G11: %s is told in each answer', async (channel) => {
    const message = `The environment has no active integration for ${channel}`;
    const issues = { integration: { [channel]: [{ issueType: 'MISSING_INTEGRATION', message }] } };
    const workflow = await created({ steps: [stepOf(channel)] });
    expect(workflow).toMatchObject({ status: 'ERROR', steps: [{ issues }] });
    const path = `/v2/workflows/${workflow.workflowId}`;
    expect((await test.api.get(`${path}/steps/${channel}`)).body.data.issues).toEqual(issues);
  });

  it('comes and goes with the integration, without a save', async () => {
    const { workflowId, updatedAt } = await created({ steps: [stepOf('email')] });
    const read = async () => (await test.api.get(`/v2/workflows/${workflowId}`)).body.data;
    const { _id } = (await test.api.post('/v1/integrations', anEmailIntegration())).body.data;
    const with_ = await read();
    expect(with_).toMatchObject({ status: 'ACTIVE', updatedAt });
    expect(with_.steps[0]).not.toHaveProperty('issues');
    await test.api.put(`/v1/integrations/${_id}`, { active: false });
    expect(await read()).toMatchObject({ status: 'ERROR', updatedAt });
  });

  it('are found for a page of workflows with one command', async () => {
    await Promise.all(Array.from({ length: 20 }, () => created({ name: 'many', steps: [stepOf('push')] })));
    const count = await countCommands(async () => {
      const { body } = await test.api.get('/v2/workflows?query=many&limit=20');
      expect(body.data.workflows.map(({ status }: { status: string }) => status)).toEqual(Array(20).fill('ERROR'));
    });
    // The page, the count, and at most the integrations and the key of the caller.
    expect(count).toBeLessThanOrEqual(4);
  });
});

describe('the list by status', () => {
  const rows: Record<string, object> = {
    fine: { steps: [anInAppStep()] },
    empty: { steps: [] },
    broken: { steps: [step('in_app', {})] },
    warned: { steps: [anInAppStep({ controlValues: { body: 'x', mine: 1 } })] },
    unsent: { steps: [anInAppStep(), step('chat', { body: 'x' })] },
    off: { active: false, steps: [step('chat', {})] },
  };

  beforeAll(async () => {
    for (const [name, fields] of Object.entries(rows)) await created({ name, tags: ['by-status'], ...fields });
  });

  it.each<[string, string]>([
    ['status=ACTIVE', 'empty fine warned'],
    ['status=ERROR', 'broken unsent'],
    ['status=INACTIVE', 'off'],
    ['status=ERROR&status=INACTIVE', 'broken off unsent'],
    ['status=ACTIVE&status=ERROR&status=INACTIVE', 'broken empty fine off unsent warned'],
    ['status=ERROR&query=uns', 'unsent'],
  ])('%s', async (query, names) => {
    const { body } = await test.api.get(`/v2/workflows?tags=by-status&${query}`);
    expect(body.data.workflows.map(({ name }: { name: string }) => name).sort()).toEqual(names.split(' '));
    expect(body.data.totalCount).toBe(names.split(' ').length);
    for (const { name, status } of body.data.workflows) {
      expect([name, query]).toEqual([name, expect.stringContaining(`status=${status}`)]);
    }
  });
});
