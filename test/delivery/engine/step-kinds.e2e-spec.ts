import { Novu } from '@novu/api';
import { OWN_STEP_TYPES } from '../../../src/platform/http/official-client.js';
import { STEP_TYPES } from '../../../src/workflows/steps/step-kinds.js';
import { anInAppStep, aWorkflow } from '../../builders/workflow.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { delay, inApp } from '../engine-scene.js';

describe('steps of every kind', () => {
  let test: TestApp;
  let novu: Novu;

  beforeAll(async () => {
    test = await startTestApp();
    await test.app.listen(0, '127.0.0.1');
    const serverURL = await test.app.getUrl();
    novu = new Novu({ secretKey: test.api.apiKey, serverURL, retryConfig: { strategy: 'none' } });
  });

  afterAll(() => test.close());

  const skip = { '==': [{ var: 'payload.a' }, 1] };
  const steps = [
    anInAppStep(),
    {
      name: 'Email',
      type: 'email' as const,
      controlValues: { skip, subject: 'S', body: '<p>b</p>', editorType: 'html' as const, from: { email: 'a@b.c' } },
    },
    { name: 'SMS', type: 'sms' as const, controlValues: { body: 'b' } },
    { name: 'Push', type: 'push' as const, controlValues: { subject: 's', body: 'b' } },
    { name: 'Chat', type: 'chat' as const, controlValues: { body: 'b', editorType: 'text' as const } },
    { name: 'Tool', type: 'tool' as const, controlValues: { body: 'b' } },
    {
      name: 'Delay',
      type: 'delay' as const,
      controlValues: { type: 'regular' as const, amount: 2, unit: 'hours' as const },
    },
    { name: 'Timed', type: 'delay' as const, controlValues: { type: 'timed' as const, cron: '0 9 * * 1-5' } },
    {
      name: 'Digest',
      type: 'digest' as const,
      controlValues: {
        type: 'regular' as const,
        amount: 1,
        unit: 'weeks' as const,
        lookBackWindow: { amount: 5, unit: 'minutes' as const },
        digestKey: 'payload.post',
      },
    },
    {
      name: 'Throttle',
      type: 'throttle' as const,
      controlValues: {
        type: 'fixed' as const,
        amount: 1,
        unit: 'days' as const,
        threshold: 3,
        throttleKey: 'payload.x',
      },
    },
    {
      name: 'HTTP',
      type: 'http_request' as const,
      controlValues: {
        method: 'POST' as const,
        url: 'https://example.com/{{payload.id}}',
        headers: [{ key: 'x-a', value: 'b' }],
        body: [{ key: 'k', value: 'v' }],
        continueOnFailure: true,
      },
    },
    { name: 'Custom', type: 'custom' as const, controlValues: { custom: { a: 1 } } },
  ];

  it('P2: are created and read by the official client', async () => {
    expect(new Set(steps.map(({ type }) => type))).toEqual(
      // The client reads those that it does not know as another type (test/contract/workflow-steps).
      new Set(STEP_TYPES.filter((type) => !OWN_STEP_TYPES.includes(type))),
    );
    const request = aWorkflow({ steps });
    const { result } = await novu.workflows.create(request);
    const read = await novu.workflows.get(request.workflowId);
    expect(read.result.steps).toEqual(result.steps);
    expect(result.steps.map(({ type }) => type)).toEqual(steps.map(({ type }) => type));
    result.steps.forEach((step, index) =>
      expect(step.controls.values).toEqual(expect.objectContaining(steps[index]!.controlValues)),
    );
  });

  it.each(steps.map((step) => [step.name, step] as const))('%s: can be read by itself', async (_name, step) => {
    const request = aWorkflow({ steps: [step] });
    await novu.workflows.create(request);
    const { body } = await test.api.get(`/v2/workflows/${request.workflowId}`);
    const stepId = body.data.steps[0].stepId;
    const { result } = await novu.workflows.steps.retrieve(request.workflowId, stepId);
    expect(result).toMatchObject({ type: step.type, controlValues: step.controlValues });
    expect(Object.keys(result.controls.dataSchema as object)).toContain('properties');
  });

  it.each<[string, string, object, string]>([
    ['an unknown editor', 'email', { subject: 's', editorType: 'word' }, 'editorType'],
    ['a sender that is no object', 'email', { subject: 's', from: 'a@b.c' }, 'from'],
    ['a text that is none', 'sms', { body: 7 }, 'body'],
    ['a text that is too long', 'sms', { body: 'x'.repeat(70_000) }, 'body'],
    ['null', 'push', { subject: null }, 'subject'],
    ['an unknown chat editor', 'chat', { editorType: 'html' }, 'editorType'],
    ['an unknown kind of delay', 'delay', { type: 'sometimes' }, 'type'],
    ['a negative amount', 'delay', { amount: -1, unit: 'hours' }, 'amount'],
    ['an amount that is a text', 'delay', { amount: '1', unit: 'hours' }, 'amount'],
    ['an unknown unit', 'delay', { amount: 1, unit: 'fortnights' }, 'unit'],
    ['a cron expression that is none', 'delay', { type: 'timed', cron: 'every day' }, 'cron'],
    [
      'a look-back without a unit',
      'digest',
      { amount: 1, unit: 'hours', lookBackWindow: { amount: 1 } },
      'lookBackWindow.unit',
    ],
    ['a digest key that is a list', 'digest', { digestKey: ['a'] }, 'digestKey'],
    ['a status that is none', 'wait_until', { until: [{ status: 'eaten', stepId: 'a' }] }, 'until.0.status'],
    ['an event without a name', 'wait_until', { until: [{ event: 7 }] }, 'until.0.event'],
    ['a list that is none', 'wait_until', { until: { event: 'x' } }, 'until'],
    ['too much to wait for', 'wait_until', { until: Array.from({ length: 11 }, () => ({ event: 'x' })) }, 'until'],
    ['a timeout of fortnights', 'wait_until', { timeout: { amount: 1, unit: 'fortnights' } }, 'timeout.unit'],
    ['seconds of a throttle', 'throttle', { amount: 1, unit: 'seconds' }, 'unit'],
    ['a threshold of 0', 'throttle', { amount: 1, unit: 'days', threshold: 0 }, 'threshold'],
    ['an unknown method', 'http_request', { method: 'TRACE', url: 'https://example.com' }, 'method'],
    [
      'headers that are no pairs',
      'http_request',
      { method: 'GET', url: 'u', headers: [{ key: 'a' }] },
      'headers.0.value',
    ],
    ['a body that is a number', 'http_request', { method: 'POST', url: 'u', body: 7 }, 'body'],
    ['custom values that are a text', 'custom', { custom: 'x' }, 'custom'],
    ['a condition that is a text', 'sms', { skip: 'x' }, 'skip'],
    ['a condition that can never be evaluated', 'sms', { skip: { nonsense: [] } }, 'skip'],
  ])('%s is 422 and names the field', async (_case, type, controlValues, field) => {
    const { status, body } = await test.api.post(
      '/v2/workflows',
      aWorkflow({ steps: [{ name: 'S', type, controlValues }] }),
    );
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([`steps.0.controlValues.${field}`]);
  });

  it('keeps members that a kind does not know', async () => {
    const request = aWorkflow({ steps: [{ name: 'S', type: 'sms', controlValues: { body: 'b', mine: { a: [1] } } }] });
    const workflow = await test.api.workflow(request);
    expect(workflow.steps[0].controls.values).toEqual({ body: 'b', mine: { a: [1] } });
  });

  it('the official client reads the activity of a run that waits', async () => {
    const request = aWorkflow({
      steps: [
        { name: 'A', ...inApp('x') },
        { name: 'B', ...delay(1, 'hours') },
      ],
    });
    await test.api.workflow(request);
    const transactionId = crypto.randomUUID();
    await test.api.trigger(request.workflowId, { to: 'ada', transactionId });
    for (;;) {
      const { result } = await novu.notifications.list({ transactionId });
      const [activity] = result.data;
      if (activity?.jobs?.[1]?.status !== 'delayed') continue;
      expect(activity.jobs.map(({ status }) => status)).toEqual(['completed', 'delayed']);
      return;
    }
  });
});
