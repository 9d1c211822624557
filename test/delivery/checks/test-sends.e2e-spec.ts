import { anInAppStep, aWorkflow } from '../../builders/workflow.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { MessageServer } from '../sending/message-server.js';

let test: TestApp;
let mail: MessageServer;

beforeAll(async () => {
  [test, mail] = [
    await startTestApp({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } }),
    await MessageServer.start(),
  ];
  await test.api.post('/v1/integrations', mail.integration('email', 'Mail'));
});

beforeEach(() => {
  mail.status = () => 200;
});

afterAll(async () => {
  await test.close();
  await mail.close();
});

const email = (more: object = {}) => ({
  name: 'Mail',
  stepId: 'mail',
  type: 'email',
  controlValues: {
    subject: 'Order {{payload.id}}',
    editorType: 'html',
    body: '<p>Hello {{subscriber.firstName}}</p>',
    ...more,
  },
});

const ada = () =>
  test.api.subscriber({ firstName: 'Ada', email: `${Math.random().toString(36).slice(2)}@person.test` });

describe('CK20: a test of a workflow', () => {
  it('sends an inactive workflow at once, and returns what the provider said', async () => {
    const { workflowId } = await test.api.workflow({ active: false, steps: [anInAppStep(), email()] });
    const { subscriberId } = await ada();
    const { status, body } = await test.api.post(`/v2/workflows/${workflowId}/test`, {
      subscriberIds: [subscriberId],
      payload: { id: 7 },
    });
    expect(status).toBe(200);
    expect(body.data.recipients).toMatchObject([
      {
        subscriberId,
        status: 'completed',
        steps: [
          {
            type: 'in_app',
            status: 'completed',
            reason: 'delivered',
            messages: [{ channel: 'in_app', status: 'sent' }],
          },
          { type: 'email', status: 'completed', messages: [{ status: 'sent', providerId: 'email-webhook' }] },
        ],
      },
    ]);
    expect(mail.accepted.at(-1)).toMatchObject({ subject: 'Order 7' });
    expect(await test.api.inbox(subscriberId)).toHaveLength(1);
  });

  it('is marked as a test in the activity, and is not counted in charts', async () => {
    const { workflowId } = await test.api.workflow();
    const { subscriberId } = await ada();
    const { body } = await test.api.post(`/v2/workflows/${workflowId}/test`, {
      subscriberIds: [subscriberId],
      payload: { a: 1 },
    });
    const { transactionId, recipients } = body.data;
    const run = await test.api.get(`/v1/notifications/${recipients[0].notificationId}`);
    expect(run.body.data).toMatchObject({ transactionId, isTest: true, payload: { a: 1 } });
    expect(run.body.data.jobs[0].executionDetails[0]).toMatchObject({ isTest: true });
    const event = await test.api.get(`/v1/events/trigger/${transactionId}`);
    expect(event.body.data).toMatchObject({ isTest: true, state: 'expanded', expanded: 1, sent: 1 });
    const listed = await test.api.get(`/v1/events?transactionId=${transactionId}`);
    expect(listed.body.data).toMatchObject([{ transactionId, isTest: true }]);
  });

  it('sends a draft, and saves nothing of it', async () => {
    const workflow = await test.api.workflow({ steps: [] });
    const { subscriberId } = await ada();
    const draft = {
      ...aWorkflow({ active: false, steps: [anInAppStep({ controlValues: { body: 'Draft' } })] }),
      preferences: {},
    };
    const path = `/v2/workflows/${workflow.workflowId}`;
    expect((await test.api.post(`${path}/test`, { draft, subscriberIds: [subscriberId] })).status).toBe(200);
    expect(await test.api.inbox(subscriberId)).toMatchObject([{ body: 'Draft' }]);
    expect((await test.api.get(path)).body.data).toEqual(workflow);
  });

  it('takes the example of the payload schema where no payload is given', async () => {
    const payloadSchema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', examples: ['A-1'] } },
    };
    const { workflowId } = await test.api.workflow({ payloadSchema, validatePayload: true, steps: [email()] });
    const { subscriberId } = await ada();
    const subscriberIds = [subscriberId];
    expect((await test.api.post(`/v2/workflows/${workflowId}/test`, { subscriberIds })).status).toBe(200);
    expect(mail.accepted.at(-1)).toMatchObject({ subject: 'Order A-1' });
    expect((await test.api.post(`/v2/workflows/${workflowId}/test`, { subscriberIds, payload: {} })).status).toBe(400);
  });

  it('does not ask preferences and quiet hours', async () => {
    const { workflowId } = await test.api.workflow({ steps: [email()] });
    const { subscriberId } = await ada();
    await test.api.patch(`/v2/subscribers/${subscriberId}/preferences`, {
      channels: { email: false },
      schedule: { isEnabled: true, weeklySchedule: {} },
    });
    const { body } = await test.api.post(`/v2/workflows/${workflowId}/test`, { subscriberIds: [subscriberId] });
    expect(body.data.recipients[0].steps).toMatchObject([{ status: 'completed', reason: 'delivered' }]);
  });

  it('obeys the suppression list', async () => {
    const { workflowId } = await test.api.workflow({ steps: [email()] });
    const person = await ada();
    await test.api.post('/v1/suppressions', { channel: 'email', address: person.email });
    const before = mail.posted.length;
    const { body } = await test.api.post(`/v2/workflows/${workflowId}/test`, { subscriberIds: [person.subscriberId] });
    expect(body.data.recipients[0].steps).toMatchObject([{ status: 'skipped', reason: 'suppressed' }]);
    expect(mail.posted).toHaveLength(before);
  });

  it('tries once, says why a provider refused, and leaves nothing to send again', async () => {
    mail.status = () => 503;
    const { workflowId } = await test.api.workflow({ steps: [email()] });
    const { subscriberId } = await ada();
    const before = mail.posted.length;
    const { body } = await test.api.post(`/v2/workflows/${workflowId}/test`, { subscriberIds: [subscriberId] });
    expect(body.data.recipients[0]).toMatchObject({
      status: 'failed',
      steps: [{ status: 'failed', messages: [{ status: 'error', statusCode: 503, error: expect.any(String) }] }],
    });
    expect(mail.posted).toHaveLength(before + 1);
    const dead = await test.api.get(`/v1/dead-letters?transactionId=${body.data.transactionId}`);
    expect(dead.body.data).toEqual([]);
  });

  it('waits for nothing: delays end at once, a digest holds this event', async () => {
    const steps = [
      { name: 'Wait', stepId: 'wait', type: 'delay', controlValues: { type: 'regular', amount: 3, unit: 'days' } },
      {
        name: 'Collect',
        stepId: 'digest',
        type: 'digest',
        controlValues: { type: 'regular', amount: 1, unit: 'hours' },
      },
      anInAppStep({ controlValues: { body: '{{steps.digest.eventCount}} {{steps.digest.events[0].payload.a}}' } }),
    ];
    const { workflowId } = await test.api.workflow({ steps });
    const { subscriberId } = await ada();
    const { body } = await test.api.post(`/v2/workflows/${workflowId}/test`, {
      subscriberIds: [subscriberId],
      payload: { a: 'x' },
    });
    expect(body.data.recipients[0]).toMatchObject({ status: 'completed' });
    expect(await test.api.inbox(subscriberId)).toMatchObject([{ body: '1 x' }]);
  });

  it('makes no HTTP request', async () => {
    const call = {
      name: 'Call',
      stepId: 'call',
      type: 'http_request',
      controlValues: { method: 'POST', url: `${mail.address}/hook` },
    };
    const { workflowId } = await test.api.workflow({ steps: [call, anInAppStep()] });
    const { subscriberId } = await ada();
    const before = mail.requests.length;
    const { body } = await test.api.post(`/v2/workflows/${workflowId}/test`, { subscriberIds: [subscriberId] });
    expect(body.data.recipients[0].status).toBe('completed');
    expect(mail.requests).toHaveLength(before);
  });

  it('CK21: a key that may trigger sends what is stored, but no draft', async () => {
    const permissions = ['events:write'];
    const { key } = (await test.api.post('/v1/api-keys', { name: 'Shop', permissions })).body.data;
    const { workflowId } = await test.api.workflow();
    const { subscriberId } = await ada();
    const draft = { ...aWorkflow(), preferences: {} };
    const send = (payload: object) =>
      test.anonymous.request({
        method: 'POST',
        url: `/v2/workflows/${workflowId}/test`,
        headers: { authorization: `ApiKey ${key}` },
        payload: { subscriberIds: [subscriberId], ...payload },
      });
    expect((await send({})).status).toBe(200);
    expect((await send({ draft })).status).toBe(403);
  });

  it.each<[string, object, number]>([
    ['nobody', { subscriberIds: [] }, 422],
    ['eleven people', { subscriberIds: Array.from({ length: 11 }, (_, index) => `p${index}`) }, 422],
    ['somebody twice', { subscriberIds: ['a', 'a'] }, 422],
    ['somebody who does not exist', { subscriberIds: ['nobody-here'] }, 404],
    ['a field that is unknown', { subscriberIds: ['a'], workflow: {} }, 422],
  ])('refuses %s', async (_what, request, status) => {
    const { workflowId } = await test.api.workflow();
    expect((await test.api.post(`/v2/workflows/${workflowId}/test`, request)).status).toBe(status);
  });
});
