import { Types } from 'mongoose';
import { Clock } from '../../src/platform/clock.js';
import { WorkflowsService } from '../../src/workflows/workflows.service.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Stands still until the test moves it. */
class StoppedClock extends Clock {
  private time = Date.parse('2026-02-03T04:05:06.789Z');

  override now(): Date {
    return new Date(this.time);
  }

  advance(seconds: number): void {
    this.time += seconds * 1000;
  }
}

interface StoredWorkflow {
  _id: Types.ObjectId;
  environmentId: Types.ObjectId;
  organizationId: Types.ObjectId;
  workflowId: string;
}

describe('workflows for triggers and delivery', () => {
  const clock = new StoppedClock();
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ clock, settings: { WORKFLOW_CACHE_SECONDS: '5' } });
  });

  afterAll(() => test.close());

  const environmentOf = ({ environmentId, organizationId }: StoredWorkflow) => ({ id: environmentId, organizationId });

  async function stored(): Promise<{ service: WorkflowsService; row: StoredWorkflow }> {
    const { workflowId } = await test.api.workflow();
    const row = await test.connection.collection<StoredWorkflow>('workflows').findOne({ workflowId });
    if (!row) throw new Error('The workflow was not stored');
    return { service: test.app.get(WorkflowsService), row };
  }

  it('are found by identifier and by id, in their own environment only', async () => {
    const { service, row } = await stored();
    const environment = environmentOf(row);
    const stranger = { id: new Types.ObjectId(), organizationId: row.organizationId };
    for (let round = 0; round < 2; round++) {
      expect(await service.findForTrigger(environment, row.workflowId)).toMatchObject({ _id: row._id, version: 1 });
      expect(await service.findForDelivery(environment, row._id)).toMatchObject({ workflowId: row.workflowId });
      expect(await service.findForTrigger(stranger, row.workflowId)).toBeUndefined();
      expect(await service.findForDelivery(stranger, row._id)).toBeUndefined();
    }
    expect(await service.findForTrigger(environment, row._id.toHexString())).toBeUndefined();
    const found = await service.findByIds(environment, [row._id, new Types.ObjectId()]);
    expect([...found.values()].map(({ _id }) => _id)).toEqual([row._id]);
    expect((await service.findByIds(stranger, [row._id])).size).toBe(0);
  });

  it('are remembered for the time set, when they were found', async () => {
    const { service, row } = await stored();
    const environment = environmentOf(row);
    const rename = (name: string) =>
      test.connection.collection('workflows').updateOne({ _id: row._id }, { $set: { name } });
    expect((await service.findForTrigger(environment, row.workflowId))?.name).toBe('Order shipped');
    await rename('New name');
    clock.advance(4.9);
    expect((await service.findForTrigger(environment, row.workflowId))?.name).toBe('Order shipped');
    expect((await service.findForDelivery(environment, row._id))?.name).toBe('Order shipped');
    clock.advance(0.1);
    expect((await service.findForDelivery(environment, row._id))?.name).toBe('New name');
    expect((await service.findForTrigger(environment, row.workflowId))?.name).toBe('New name');
  });

  it('are found at once when they are new, and gone at once when they are deleted', async () => {
    const { service, row } = await stored();
    const environment = environmentOf(row);
    expect(await service.findForTrigger(environment, 'created-later')).toBeUndefined();
    await test.api.workflow({ workflowId: 'created-later' });
    expect(await service.findForTrigger(environment, 'created-later')).toBeDefined();
    await service.findForTrigger(environment, row.workflowId);
    await test.api.delete(`/v2/workflows/${row.workflowId}`);
    expect(await service.findForTrigger(environment, row.workflowId)).toBeUndefined();
    expect(await service.findForDelivery(environment, row._id)).toBeUndefined();
  });
});
