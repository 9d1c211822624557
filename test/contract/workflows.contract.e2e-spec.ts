import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { startTestApp } from '../test-app.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the official client works with workflows', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
  });

  afterAll(() => test.close());

  const everything = () =>
    aWorkflow({
      description: 'Tells the buyer.',
      tags: ['orders'],
      validatePayload: true,
      payloadSchema: { type: 'object', properties: { orderId: { type: 'string' }, urgent: { type: 'boolean' } } },
      severity: 'high' as const,
      preferences: { user: { all: { enabled: true, readOnly: true }, channels: { sms: { enabled: false } } } },
      steps: [
        anInAppStep({
          controlValues: {
            skip: { '==': [{ var: 'payload.urgent' }, true] },
            body: 'Your order {{payload.orderId}} has shipped.',
            subject: 'Shipped',
            avatar: '/truck.png',
            primaryAction: { label: 'View', redirect: { url: '/orders', target: '_self' as const } },
            secondaryAction: { label: 'Later' },
            redirect: { url: '/orders' },
            data: { parcels: 2 },
          },
        }),
        anInAppStep({ name: 'Second', controlValues: { body: 'x' } }),
      ],
    });

  it('creates and retrieves', async () => {
    const request = everything();
    const { result } = await novu.workflows.create(request);
    expect(result).toMatchObject({
      workflowId: request.workflowId,
      origin: 'novu-cloud',
      status: 'ACTIVE',
      severity: 'high',
      payloadExample: { orderId: 'text', urgent: true },
      updatedBy: { id: expect.any(String), firstName: 'admin', lastName: null, externalId: null },
      preferences: { user: { all: { readOnly: true } }, default: { channels: { in_app: { enabled: true } } } },
    });
    expect(result.steps[0]).toMatchObject({
      origin: 'novu-cloud',
      controls: { values: request.steps[0]?.controlValues, uiSchema: { group: 'IN_APP' } },
    });
    expect((await novu.workflows.get(result.slug)).result).toEqual(result);
  });

  it('creates with as little as it can send', async () => {
    const { result } = await novu.workflows.create({ name: 'Small', workflowId: 'small', steps: [] });
    expect(result).toMatchObject({ active: false, status: 'INACTIVE', preferences: { user: null } });
  });

  it('lists', async () => {
    const { workflowId } = (await novu.workflows.create(everything())).result;
    const { result } = await novu.workflows.list({
      limit: 10,
      offset: 0,
      orderBy: 'updatedAt',
      orderDirection: 'DESC',
      query: workflowId,
      tags: ['orders'],
      status: ['ACTIVE'],
    });
    expect(result).toMatchObject({
      totalCount: 1,
      workflows: [{ workflowId, origin: 'novu-cloud', updatedBy: { firstName: 'admin' } }],
    });
  });

  it('retrieves a step', async () => {
    const { workflowId, steps } = (await novu.workflows.create(everything())).result;
    const { result } = await novu.workflows.steps.retrieve(workflowId, 'in-app-step');
    expect(result).toMatchObject({ id: steps[0]?.id, type: 'in_app', origin: 'novu-cloud', workflowId });
    expect(result.controls).not.toHaveProperty('values');
  });

  it('shows each field that the interface names', async () => {
    const { workflowId } = (await novu.workflows.create(everything())).result;
    await novu.trigger({ workflowId, to: 'somebody', payload: { orderId: 'A-1' } });
    const body = await eventually(async () => {
      const answer = await test.api.get(`/v2/workflows/${workflowId}`);
      expect(answer.body.data).toHaveProperty('lastTriggeredAt');
      return answer.body;
    });
    const preference = { all: { enabled: true, readOnly: true }, channels: { sms: { enabled: false } } };
    expect(body.data).toEqual({
      name: 'Order shipped',
      description: 'Tells the buyer.',
      tags: ['orders'],
      active: true,
      validatePayload: true,
      isTranslationEnabled: false,
      strictVariables: false,
      kind: 'transactional',
      category: null,
      quietHours: 'skip',
      payloadSchema: expect.objectContaining({ type: 'object' }),
      payloadExample: { orderId: 'text', urgent: true },
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      workflowId,
      slug: expect.stringMatching(/^order-shipped_wf_[0-9A-Za-z]{16}$/),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      updatedBy: { _id: expect.stringMatching(/^[0-9a-f]{24}$/), firstName: 'admin', lastName: null, externalId: null },
      lastTriggeredAt: expect.stringMatching(/Z$/),
      steps: [expect.objectContaining({ type: 'in_app' }), expect.objectContaining({ name: 'Second' })],
      origin: 'service-cloud',
      preferences: {
        user: preference,
        default: { all: { enabled: true, readOnly: false }, channels: expect.any(Object) },
      },
      status: 'ACTIVE',
      severity: 'high',
    });
  });

  it('replaces and changes', async () => {
    const { workflowId, id, steps } = (await novu.workflows.create(everything())).result;
    const [{ id: stepId } = { id: '' }] = steps;
    const replaced = await novu.workflows.update(
      { name: 'Replaced', active: true, steps: [{ ...anInAppStep(), id: stepId }], preferences: { user: null } },
      workflowId,
    );
    expect(replaced.result).toMatchObject({
      id,
      workflowId,
      name: 'Replaced',
      steps: [{ id: stepId }],
      status: 'ACTIVE',
    });
    expect(replaced.result.preferences.user).toBeNull();
    const changed = await novu.workflows.patch({ name: 'Changed', tags: ['new'], payloadSchema: null }, workflowId);
    expect(changed.result).toMatchObject({ id, name: 'Changed', tags: ['new'], steps: [{ id: stepId }] });
    expect((await novu.workflows.get(workflowId)).result).toEqual(changed.result);
  });

  it('keeps an agent and overrides of a step', async () => {
    const agent = { identifier: 'support', providers: { 'novu-email-agent': { replyTo: 'help@example.com' } } };
    const providerOverrides = { slack: { text: 'Shipped' } };
    const steps = [{ name: 'Chat', stepId: 'chat', type: 'chat' as const, providerOverrides }];
    const { result } = await novu.workflows.create(aWorkflow({ agent, steps }));
    expect(result).toMatchObject({ agent, steps: [{ type: 'chat', providerOverrides }] });
    const cleared = [{ ...steps[0]!, providerOverrides: null }];
    const request = { name: 'Cleared', agent: null, steps: cleared, preferences: {} };
    const updated = (await novu.workflows.update(request, result.workflowId)).result;
    expect(updated).not.toHaveProperty('agent');
    expect(updated.steps[0]).not.toHaveProperty('providerOverrides');
  });

  it('deletes', async () => {
    const { workflowId } = (await novu.workflows.create(everything())).result;
    await novu.workflows.delete(workflowId);
    await expect(novu.workflows.get(workflowId)).rejects.toMatchObject({
      constructor: ErrorDto,
      statusCode: 404,
      message: `Workflow '${workflowId}' was not found`,
    });
  });

  it('understands refusals', async () => {
    const request = everything();
    await novu.workflows.create(request);
    await expect(novu.workflows.create(request)).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 409 });
    const other = { name: 'Other', steps: [], preferences: {} };
    const notFound = { constructor: ErrorDto, statusCode: 404 };
    await expect(novu.workflows.update(other, 'no-such-workflow')).rejects.toMatchObject(notFound);
    await expect(novu.workflows.patch({ name: 'x' }, 'no-such-workflow')).rejects.toMatchObject(notFound);
    await expect(novu.workflows.delete('no-such-workflow')).rejects.toMatchObject(notFound);
    await expect(test.otherNovu.workflows.get(request.workflowId)).rejects.toMatchObject(notFound);
    await expect(test.otherNovu.workflows.update(other, request.workflowId)).rejects.toMatchObject(notFound);
    const twice = [anInAppStep({ stepId: 'a' }), anInAppStep({ stepId: 'a' })];
    await expect(novu.workflows.update({ ...other, steps: twice }, request.workflowId)).rejects.toMatchObject({
      constructor: ErrorDto,
      statusCode: 400,
    });
    const blank = { constructor: ValidationErrorDto, errors: { name: { messages: [expect.any(String)] } } };
    await expect(novu.workflows.update({ ...other, name: ' ' }, request.workflowId)).rejects.toMatchObject(blank);
    await expect(novu.workflows.patch({ name: ' ' }, request.workflowId)).rejects.toMatchObject(blank);
    await expect(novu.workflows.list({ limit: 0 })).rejects.toMatchObject({ constructor: ValidationErrorDto });
    const tooLong = { name: 'SMS', type: 'sms' as const, controlValues: { body: 'x'.repeat(70_000) } };
    await expect(novu.workflows.create({ ...everything(), steps: [tooLong] })).rejects.toMatchObject({
      constructor: ValidationErrorDto,
      errors: { 'steps.0.controlValues.body': { messages: [expect.any(String)] } },
    });
  });
});

describe('with CLIENT_COMPAT=off', () => {
  it('the official client gets the origin that everyone gets', async () => {
    const test = await startTestApp({ settings: { CLIENT_COMPAT: 'off' } });
    const { body } = await test.api.request({
      method: 'POST',
      url: '/v2/workflows',
      payload: aWorkflow(),
      headers: { 'user-agent': 'speakeasy-sdk/typescript 3.19.1 2.933.0 3.19.0 @novu/api' },
    });
    expect(body.data.origin).toBe('service-cloud');
    await test.close();
  });
});
