import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const path = ({ workflowId }: { workflowId: string }) => `/v2/workflows/${workflowId}`;
const listed = async (query: string) =>
  (await test.api.get(`/v2/workflows?limit=100${query}`)).body.data.workflows.map(
    ({ workflowId }: { workflowId: string }) => workflowId,
  );

describe('P12: archiving workflows', () => {
  it('takes them out of lists, until they are restored', async () => {
    const workflow = await test.api.workflow();
    const archived = await test.api.patch(path(workflow), { archived: true });
    expect(archived.body.data).toMatchObject({ archived: true, active: false, status: 'INACTIVE' });
    expect(await listed('')).not.toContain(workflow.workflowId);
    expect(await listed('&archived=true')).toContain(workflow.workflowId);
    expect((await test.api.get(path(workflow))).body.data).toMatchObject({ archived: true, steps: [{}] });
    const restored = await test.api.patch(path(workflow), { archived: false });
    expect(restored.body.data).toMatchObject({ active: false });
    expect(restored.body.data).not.toHaveProperty('archived');
    expect(await listed('')).toContain(workflow.workflowId);
    expect(await listed('&archived=true')).not.toContain(workflow.workflowId);
  });

  it('lets triggers have no effect, and what waits continue', async () => {
    const delay = { name: 'Wait', type: 'delay', stepId: 'wait', controlValues: { amount: 1, unit: 'seconds' } };
    const workflow = await test.api.workflow({ steps: [delay, anInAppStep()] });
    const { subscriberId } = await test.api.subscriber();
    await test.api.trigger(workflow.workflowId, { to: subscriberId });
    await test.api.patch(path(workflow), { archived: true });
    const { body } = await test.api.post('/v1/events/trigger', {
      name: workflow.workflowId,
      to: subscriberId,
      payload: {},
    });
    expect(body.data).toMatchObject({ acknowledged: true, status: 'trigger_not_active' });
    await eventually(async () => expect(await test.api.inbox(subscriberId)).toHaveLength(1));
  });

  it('keeps them archived when they are saved, and restores what is activated', async () => {
    const workflow = await test.api.workflow();
    await test.api.patch(path(workflow), { archived: true });
    const replacement = { name: 'Anew', steps: [], preferences: {} };
    expect((await test.api.put(path(workflow), replacement)).body.data).toMatchObject({ archived: true });
    const refused = await test.api.patch(path(workflow), { archived: true, active: true });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('active');
    const active = await test.api.put(path(workflow), { ...replacement, active: true });
    expect(active.body.data).toMatchObject({ active: true });
    expect(active.body.data).not.toHaveProperty('archived');
  });

  it('leaves them out of the preferences of subscribers', async () => {
    const workflow = await test.api.workflow();
    const { subscriberId } = await test.api.subscriber();
    const names = async () =>
      (await test.api.get(`/v2/subscribers/${subscriberId}/preferences`)).body.data.workflows.map(
        ({ workflow: { identifier } }: { workflow: { identifier: string } }) => identifier,
      );
    expect(await names()).toContain(workflow.workflowId);
    await test.api.patch(path(workflow), { archived: true });
    expect(await names()).not.toContain(workflow.workflowId);
  });
});
