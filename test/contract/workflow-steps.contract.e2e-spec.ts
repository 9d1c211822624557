import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { eventually } from '../eventually.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

/** One step of every kind, with every control that the interface names. */
const EVERY_STEP = [
  {
    name: 'In-app',
    type: 'in_app' as const,
    controlValues: {
      skip: { and: [{ '==': [{ var: 'payload.urgent' }, true] }, { '>': [{ var: 'subscriber.data.age' }, 17] }] },
      body: 'Order {{payload.orderId}}',
      subject: 'Shipped',
      avatar: '/truck.png',
      primaryAction: { label: 'View', redirect: { url: '/orders', target: '_self' as const } },
      secondaryAction: { label: 'Later', redirect: { url: 'https://example.com', target: '_blank' as const } },
      redirect: { url: '/orders', target: '_self' as const },
      disableOutputSanitization: false,
      data: { parcels: 2 },
    },
  },
  {
    name: 'Email',
    type: 'email' as const,
    controlValues: {
      subject: 'Shipped',
      body: '<p>{{payload.orderId}}</p>',
      editorType: 'html' as const,
      disableOutputSanitization: false,
      layoutId: null,
      from: { email: 'a@example.com', name: 'A' },
      useProviderDefaults: true,
      replyTo: 'b@example.com',
      preheader: 'Soon',
    },
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
  {
    name: 'Digest',
    type: 'digest' as const,
    controlValues: {
      type: 'regular' as const,
      amount: 1,
      unit: 'days' as const,
      lookBackWindow: { amount: 5, unit: 'minutes' as const },
      digestKey: 'payload.orderId',
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
      throttleKey: 'payload.orderId',
    },
  },
  {
    name: 'HTTP',
    type: 'http_request' as const,
    controlValues: {
      method: 'POST' as const,
      url: 'https://example.com/{{payload.orderId}}',
      headers: [{ key: 'x-a', value: 'b' }],
      body: [{ key: 'k', value: 'v' }],
      responseBodySchema: { type: 'object' },
      enforceSchemaValidation: true,
      continueOnFailure: true,
    },
  },
  { name: 'Custom', type: 'custom' as const, controlValues: { custom: { a: 1 } } },
];

const GROUPS = [
  'IN_APP',
  'EMAIL',
  'SMS',
  'PUSH',
  'CHAT',
  'TOOL',
  'DELAY',
  'DIGEST',
  'THROTTLE',
  'HTTP_REQUEST',
  undefined,
];

describe('the official client works with steps', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
  });

  afterAll(() => test.close());

  const create = async (fields: Parameters<typeof aWorkflow>[0] = {}) =>
    (await novu.workflows.create(aWorkflow({ steps: EVERY_STEP, ...fields }))).result;

  it('P2: one of every kind is created, shown with all its controls, and replaced by itself', async () => {
    const created = await create();
    expect(created.steps.map(({ type }) => type)).toEqual(EVERY_STEP.map(({ type }) => type));
    expect(created.steps.map(({ controls }) => controls.uiSchema?.group)).toEqual(GROUPS);
    created.steps.forEach(({ controls, controlValues }, index) => {
      expect(controls.values).toMatchObject(EVERY_STEP[index]!.controlValues);
      expect(controlValues).toEqual(controls.values);
      expect(Object.keys(controls.uiSchema?.properties ?? {})).not.toHaveLength(0);
      expect(controls.dataSchema).toHaveProperty('properties');
    });
    const steps = created.steps.map(({ id, stepId, name }, index) => ({ ...EVERY_STEP[index]!, id, stepId, name }));
    const { result } = await novu.workflows.update(
      { name: created.name, active: true, steps, preferences: {} },
      created.workflowId,
    );
    expect(result.steps).toEqual(created.steps);
  });

  it('shows each field of a step that the interface names, and no values in the controls of one by itself', async () => {
    const { workflowId, id, steps } = await create();
    const { body } = await test.api.get(`/v2/workflows/${workflowId}/steps/in-app`);
    expect(body.data).toEqual({
      controls: { dataSchema: expect.any(Object), uiSchema: { group: 'IN_APP', properties: expect.any(Object) } },
      controlValues: EVERY_STEP[0]!.controlValues,
      variables: expect.objectContaining({ type: 'object' }),
      stepId: 'in-app',
      _id: steps[0]!.id,
      name: 'In-app',
      slug: steps[0]!.slug,
      type: 'in_app',
      origin: 'service-cloud',
      workflowId,
      workflowDatabaseId: id,
    });
    expect(body.data.controls.uiSchema.properties).toMatchObject({
      body: { component: 'IN_APP_BODY', placeholder: '' },
      primaryAction: { component: 'IN_APP_BUTTON_DROPDOWN', properties: { label: { component: 'TEXT_INLINE_LABEL' } } },
    });
    for (const { stepId, id: internalId, type } of steps) {
      expect((await novu.workflows.steps.retrieve(workflowId, internalId)).result).toMatchObject({ stepId, type });
    }
  });

  it('reads workflows and activity with a step that it does not know', async () => {
    const until = [{ event: 'paid' }];
    const wait = { name: 'Wait', type: 'wait_until', controlValues: { until, timeout: { amount: 1, unit: 'hours' } } };
    const { workflowId } = await test.api.workflow({ steps: [wait, anInAppStep()] });
    await test.api.trigger(workflowId);
    const { result } = await novu.workflows.get(workflowId);
    expect(result.steps[0]).toMatchObject({
      type: 'custom',
      controlValues: { additionalProperties: wait.controlValues },
    });
    expect((await novu.workflows.list({ query: result.name })).result.workflows).not.toHaveLength(0);
    await eventually(async () => {
      const activity = (await novu.notifications.list({ templates: [result.id] })).result.data;
      expect(activity[0]!.jobs!.map(({ type }) => type)).toEqual(['custom', 'in_app']);
    });
  });

  it('reads issues at their fields', async () => {
    const controlValues = { body: '{{foo}}', redirect: { url: 'mailto:a@b.c' } };
    const { status, steps, issues } = await create({
      steps: [
        anInAppStep({ controlValues }),
        { name: 'In-app step', type: 'sms' as const, controlValues: { body: 'b' } },
      ],
    });
    expect(status).toBe('ERROR');
    expect(steps[0]!.issues?.controls).toEqual({
      body: [{ issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', variableName: 'foo', message: expect.any(String) }],
      'redirect.url': [{ issueType: 'INVALID_URL', message: expect.any(String), severity: 'warning' }],
    });
    expect(steps[1]!.issues?.integration).toEqual({
      sms: [{ issueType: 'MISSING_INTEGRATION', message: expect.any(String) }],
    });
    expect(Object.keys(issues ?? {})).toEqual(['steps.1.name']);
  });

  it('previews every kind', async () => {
    const { workflowId, steps } = await create();
    for (const { stepId, type } of steps) {
      const { result } = await novu.workflows.steps.generatePreview({
        workflowId,
        stepId,
        generatePreviewRequestDto: { previewPayload: { payload: { orderId: 'A-1' } } },
      });
      expect(result).toMatchObject({
        previewPayloadExample: { subscriber: { firstName: 'Ada' }, payload: { orderId: 'A-1' } },
        schema: { type: 'object' },
        result: { type, preview: expect.any(Object) },
      });
      expect(result.result).not.toHaveProperty('error');
    }
  });

  it('previews control values that are not saved, and reads what is wrong with them', async () => {
    const { workflowId } = await create();
    const { result } = await novu.workflows.steps.generatePreview({
      workflowId,
      stepId: 'sms',
      generatePreviewRequestDto: { controlValues: { body: '{{ payload.a' } },
    });
    expect(result.result).toEqual({
      type: 'sms',
      error: {
        title: 'The template cannot be rendered',
        message: expect.stringMatching(/^body \(line 1, column 1\): /),
        hint: expect.any(String),
      },
    });
  });

  it('understands refusals', async () => {
    const { workflowId } = await create();
    const preview = (client: Novu, stepId: string, generatePreviewRequestDto: object) =>
      client.workflows.steps.generatePreview({ workflowId, stepId, generatePreviewRequestDto });
    const notFound = { constructor: ErrorDto, statusCode: 404 };
    await expect(novu.workflows.steps.retrieve(workflowId, 'none')).rejects.toMatchObject(notFound);
    await expect(test.otherNovu.workflows.steps.retrieve(workflowId, 'sms')).rejects.toMatchObject(notFound);
    await expect(preview(novu, 'none', {})).rejects.toMatchObject(notFound);
    await expect(preview(test.otherNovu, 'sms', {})).rejects.toMatchObject(notFound);
    await expect(preview(novu, 'sms', { controlValues: { body: 'x'.repeat(70_000) } })).rejects.toMatchObject({
      constructor: ValidationErrorDto,
      errors: { 'controlValues.body': { messages: [expect.any(String)] } },
    });
  });
});
