import { Types } from 'mongoose';
import type { RunChange } from '../run-events.js';
import { GatheredCounts } from './gathered-counts.js';

const NOON = new Date('2026-02-03T12:34:56Z');
const KEEP = { ten_minutes: 500, hour: 1000, day: 2000 };
const environmentId = new Types.ObjectId();
const organizationId = new Types.ObjectId();
const workflowId = new Types.ObjectId();

const aChange = (
  fields: Partial<RunChange> = {},
  status: RunChange['run']['status'] = 'completed',
  workflow = workflowId,
): RunChange => ({
  run: {
    _id: new Types.ObjectId(),
    subscriberId: new Types.ObjectId(),
    environmentId,
    organizationId,
    workflowId: workflow,
    status,
  },
  ended: [{ type: 'email', status: 'completed', reason: 'delivered', providerId: 'a.b$c' }],
  latencyMs: 1000,
  ...fields,
});

/** An update of a document of counts. */
interface StoredUpdate {
  $inc: Record<string, number>;
  $set?: object;
  $setOnInsert: { interval: string; at: Date; workflowId: Types.ObjectId | null; expiresAt: Date };
}

const writesOf = (counts: GatheredCounts) =>
  counts.writes(() => KEEP).map((write) => (write as { updateOne: { update: StoredUpdate } }).updateOne.update);

describe('gathered counts', () => {
  it('CH2: the number of writes does not depend on the number of runs', () => {
    const counts = new GatheredCounts();
    for (let n = 0; n < 1000; n++) counts.addRuns([aChange()], NOON);
    const writes = writesOf(counts);
    expect(
      writes.map(({ $setOnInsert: { interval, at, workflowId: id } }) => [interval, at.toISOString(), id]),
    ).toEqual([
      ['hour', '2026-02-03T12:00:00.000Z', null],
      ['hour', '2026-02-03T12:00:00.000Z', workflowId],
      ['day', '2026-02-03T00:00:00.000Z', null],
      ['day', '2026-02-03T00:00:00.000Z', workflowId],
      ['ten_minutes', '2026-02-03T12:30:00.000Z', null],
    ]);
    const own = {
      'runs.completed': 1000,
      'steps.email.completed.delivered': 1000,
      'providers.email.a_b_c.completed': 1000,
      'latency.email.40': 1000,
    };
    expect(writes[1]?.$inc).toEqual(own);
    expect(writes[0]?.$inc).toEqual({ ...own, [`workflows.${workflowId.toHexString()}.completed`]: 1000 });
  });

  it('CH1: runs that are counted together are counted as one by one', () => {
    const [completed, late] = [aChange(), aChange({ latencyMs: 60_000 })];
    const failed = aChange({ ended: [{ type: 'email', status: 'failed', reason: 'send_failed' }] });
    const other = aChange({}, 'completed', new Types.ObjectId());
    const waiting = aChange({ ended: [] }, 'waiting');
    const changes = [completed, completed, late, failed, failed, other, completed, waiting, waiting, other, other];
    const together = new GatheredCounts();
    together.addRuns(changes, NOON);
    const alone = new GatheredCounts();
    for (const change of changes) alone.addRuns([change], NOON);
    expect(writesOf(together)).toEqual(writesOf(alone));
    expect(writesOf(together)[0]?.$inc['runs.completed']).toBe(9);
  });

  it('CH5: an hour and a day are kept as long as the settings say, from their end', () => {
    const counts = new GatheredCounts();
    counts.addRuns([aChange()], NOON);
    const [hour, , day, , tenMinutes] = writesOf(counts);
    expect(tenMinutes?.$setOnInsert.expiresAt).toEqual(new Date('2026-02-03T12:40:00.500Z'));
    expect(hour?.$setOnInsert.expiresAt).toEqual(new Date('2026-02-03T13:00:01Z'));
    expect(day?.$setOnInsert.expiresAt).toEqual(new Date('2026-02-04T00:00:02Z'));
  });

  it('CH4: steps that send nothing, or failed, or have waited, have no time', () => {
    const counts = new GatheredCounts();
    counts.addRuns([aChange({ ended: [{ type: 'email', status: 'failed', reason: 'send_failed' }] })], NOON);
    counts.addRuns([aChange({ ended: [{ type: 'delay', status: 'completed', reason: 'delay_over' }] })], NOON);
    counts.addRuns([{ ...aChange(), latencyMs: undefined }], NOON);
    expect(Object.keys(writesOf(counts)[0]?.$inc ?? {}).filter((field) => field.startsWith('latency'))).toEqual([]);
  });

  it('a run that goes on without an ended step is not counted', () => {
    const counts = new GatheredCounts();
    counts.addRuns([aChange({ ended: [] }, 'waiting')], NOON);
    counts.addRuns([aChange({ ended: [] }, 'running')], NOON);
    expect(counts.isEmpty).toBe(true);
  });

  it('what could not be stored is added to what has come since, place by place', () => {
    const [lost, counts] = [new GatheredCounts(), new GatheredCounts()];
    lost.addRuns([aChange()], NOON);
    counts.addRuns([aChange()], NOON);
    counts.takeBack(lost, new Set([1]));
    expect(writesOf(counts).map(({ $inc }) => $inc['runs.completed'])).toEqual([1, 2, 1, 1, 1]);
    counts.takeBack(lost);
    expect(writesOf(counts).map(({ $inc }) => $inc['runs.completed'])).toEqual([2, 3, 2, 2, 2]);
  });

  it('CS85: stages are counted together as one by one, when their message was made', () => {
    const workflow = { id: new Types.ObjectId() };
    const made = (stepId: string, createdAt = NOON) => ({ environmentId, organizationId, workflow, stepId, createdAt });
    const [bell, mail, later] = [made('bell'), made('mail'), made('mail', new Date('2026-02-03T13:00:00Z'))];
    const reached = [bell, bell, mail, mail, mail, later, bell].map((message) => ({ message, stage: 'sent' as const }));
    const together = new GatheredCounts();
    together.addStages([...reached, { message: mail, stage: 'opened' }]);
    const alone = new GatheredCounts();
    for (const one of reached) alone.addStages([one]);
    alone.addStages([{ message: mail, stage: 'opened' }]);
    expect(writesOf(together)).toEqual(writesOf(alone));
    expect(writesOf(together).map(({ $inc }) => [$inc['stages.bell.sent'], $inc['stages.mail.sent']])).toEqual([
      [3, 3],
      [3, 4],
      [undefined, 1],
    ]);
  });

  it('CH6: attempts are counted by ten minutes, with the last failure and the times of responses', () => {
    const counts = new GatheredCounts();
    const owner = { id: environmentId, organizationId };
    const integrationId = new Types.ObjectId();
    const id = integrationId.toHexString();
    counts.addAttempt(owner, { integrationId, ms: 1000 }, NOON);
    counts.addAttempt(owner, { integrationId, failure: 'transient', ms: 1 }, NOON);
    const [update] = writesOf(counts);
    expect(update?.$inc).toEqual({
      [`attempts.${id}.3.sent`]: 1,
      [`attempts.${id}.3.failed`]: 1,
      [`responses.${id}.40`]: 1,
      [`responses.${id}.0`]: 1,
    });
    expect(update?.$set).toEqual({ [`lastFailures.${id}`]: { at: NOON, kind: 'transient' } });
  });
});
