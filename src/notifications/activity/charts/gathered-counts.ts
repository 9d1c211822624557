import { isChannel } from '#libs/channels.js';
import type { mongo, Types } from 'mongoose';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.js';
import { derivedId, IdMap } from '../../../platform/ids.js';
import type { RunChange } from '../run-events.js';
import type { StageReached } from '../../messages/message-stages.js';
import { isOpen } from '../statuses.js';
import { type ActivityCount, type Interval, type LastFailure, WORKFLOW_INTERVALS } from './activity-count.schema.js';
import { bucketOf } from './latency-histogram.js';

/** Attempts are counted in slots of this length within an hour. */
export const SLOT_MS = HOUR_MS / 6;

/** Length of each interval. */
export const INTERVAL_MS: Readonly<Record<Interval, number>> = { ten_minutes: SLOT_MS, hour: HOUR_MS, day: DAY_MS };

/** How long counts of each interval are kept after it, with these days of retention (behaviour CH5). */
export function keptMs({ activity, charts }: { activity: number; charts: number }): Record<Interval, number> {
  return { ten_minutes: DAY_MS, hour: activity * DAY_MS, day: charts * DAY_MS };
}

/** An environment and its organization. */
interface Owner {
  readonly id: Types.ObjectId;
  readonly organizationId: Types.ObjectId;
}

/** A request to a provider, and how it ended. */
export interface Attempt {
  integrationId: Types.ObjectId;
  /** Absent when it was sent. */
  failure?: string;
  /** Milliseconds until the provider had responded. */
  ms: number;
}

type Period = Pick<ActivityCount, '_id' | 'environmentId' | 'organizationId' | 'interval' | 'at' | 'workflowId'>;

/** The increments of one document. */
interface Increments {
  period: Period;
  counts: Map<string, number>;
  lastFailures: Map<string, LastFailure>;
}

/** Beginning of the interval that a time is in. */
export function beginningOf(time: Date, interval: Interval): Date {
  return new Date(millisecondsOf(time, interval));
}

function millisecondsOf(time: Date, interval: Interval): number {
  const length = INTERVAL_MS[interval];
  return Math.floor(time.getTime() / length) * length;
}

/** A text as the name of a field: without the characters that have a meaning there. */
function fieldOf(text: string): string {
  return text.replaceAll(/[.$\0]/g, '_') || '_';
}

/** Counts in memory that are to be added to stored ones: their number depends on what is counted, not on how much. */
export class GatheredCounts {
  private readonly byPeriod = new Map<string, Increments>();

  get isEmpty(): boolean {
    return this.byPeriod.size === 0;
  }

  /** Runs in a row with the same outcome, such as most of one event, are counted in one go. */
  addRuns(changes: readonly RunChange[], now: Date): void {
    let begin = 0;
    changes.forEach((change, index) => {
      const next = changes[index + 1];
      if (next && isCountedAs(change, next)) return;
      this.add(change, index + 1 - begin, now);
      begin = index + 1;
    });
  }

  private add({ run, ended, latencyMs }: RunChange, times: number, now: Date): void {
    const owner = { id: run.environmentId, organizationId: run.organizationId };
    const workflow = run.workflowId.toHexString();
    const total: string[] = [];
    const own: string[] = [];
    if (!isOpen(run.status)) own.push(`runs.${run.status}`);
    for (const { type, status, reason = 'none', providerId } of ended) {
      own.push(`steps.${type}.${status}.${reason}`);
      if (providerId !== undefined) own.push(`providers.${type}.${fieldOf(providerId)}.${status}`);
      if (!isChannel(type)) continue;
      total.push(`workflows.${workflow}.${status}`);
      if (status === 'completed' && latencyMs !== undefined) own.push(`latency.${type}.${bucketOf(latencyMs)}`);
    }
    if (own.length === 0) return;
    for (const interval of WORKFLOW_INTERVALS) {
      increase(this.of(owner, interval, now, null), [...own, ...total], times);
      increase(this.of(owner, interval, now, run.workflowId), own, times);
    }
    increase(this.of(owner, 'ten_minutes', now, null), [...own, ...total], times);
  }

  /** Stages that messages have reached: counted in the period in which the message was made (behaviour CS85). */
  addStages(reached: readonly StageReached[]): void {
    let begin = 0;
    reached.forEach((one, index) => {
      const next = reached[index + 1];
      if (next && isSameStage(one, next)) return;
      const { environmentId: id, organizationId, workflow, stepId, createdAt } = one.message;
      const field = `stages.${fieldOf(stepId)}.${one.stage}`;
      for (const interval of WORKFLOW_INTERVALS)
        increase(this.of({ id, organizationId }, interval, createdAt, workflow.id), [field], index + 1 - begin);
      begin = index + 1;
    });
  }

  addAttempt(owner: Owner, { integrationId, failure, ms }: Attempt, now: Date): void {
    const hour = this.of(owner, 'hour', now, null);
    const id = integrationId.toHexString();
    const slot = Math.floor((now.getTime() % HOUR_MS) / SLOT_MS);
    const result = failure === undefined ? 'sent' : 'failed';
    increase(hour, [`attempts.${id}.${slot}.${result}`, `responses.${id}.${bucketOf(ms)}`], 1);
    if (failure !== undefined) hour.lastFailures.set(id, { at: now, kind: failure });
  }

  /** The environments that have counts. */
  get environmentIds(): Types.ObjectId[] {
    const ids = [...this.byPeriod.values()].map(({ period }) => period.environmentId);
    return [...new IdMap(ids.map((id) => [id, id])).values()];
  }

  /** The writes that add the counts to what is stored. `keepMs`: how long each kind of document is kept. */
  writes(
    keepMs: (environmentId: Types.ObjectId) => Readonly<Record<Interval, number>>,
  ): mongo.AnyBulkWriteOperation<ActivityCount>[] {
    return [...this.byPeriod.values()].map(({ period, counts, lastFailures }) => {
      const { _id, environmentId, ...rest } = period;
      const expiresAt = new Date(rest.at.getTime() + INTERVAL_MS[rest.interval] + keepMs(environmentId)[rest.interval]);
      const failures = [...lastFailures].map(([id, failure]) => [`lastFailures.${id}`, failure] as const);
      const update = {
        $inc: Object.fromEntries(counts),
        $setOnInsert: { ...rest, expiresAt },
        ...(failures.length > 0 && { $set: Object.fromEntries(failures) }),
      };
      return {
        updateOne: {
          filter: { _id, environmentId },
          update: update,
          upsert: true,
        },
      };
    });
  }

  /** Adds counts that could not be stored: all, or those whose writes have these places. */
  takeBack(lost: GatheredCounts, places?: ReadonlySet<number>): void {
    for (const [place, [name, { period, counts, lastFailures }]] of [...lost.byPeriod].entries()) {
      if (places && !places.has(place)) continue;
      const own = this.at(name, () => period);
      for (const [field, count] of counts) own.counts.set(field, (own.counts.get(field) ?? 0) + count);
      for (const [id, failure] of lastFailures) if (!own.lastFailures.has(id)) own.lastFailures.set(id, failure);
    }
  }

  private of(owner: Owner, interval: Interval, now: Date, workflowId: Types.ObjectId | null): Increments {
    const begins = millisecondsOf(now, interval);
    const workflow = workflowId?.toHexString() ?? '';
    // Called several times for each run, so the key is short and cheap.
    return this.at(`${owner.id}${workflow}${interval}${begins}`, () => {
      const at = new Date(begins);
      return {
        _id: derivedId(owner.id, interval, at.toISOString(), workflow),
        environmentId: owner.id,
        organizationId: owner.organizationId,
        interval,
        at,
        workflowId,
      };
    });
  }

  private at(name: string, period: () => Period): Increments {
    const found = this.byPeriod.get(name);
    if (found) return found;
    const made: Increments = { period: period(), counts: new Map(), lastFailures: new Map() };
    this.byPeriod.set(name, made);
    return made;
  }
}

function increase({ counts }: Increments, fields: readonly string[], by: number): void {
  for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + by);
}

/** Whether two stages add to the same counts: those of most messages of one event do. */
function isSameStage({ message: one, stage }: StageReached, { message: other, stage: next }: StageReached): boolean {
  return (
    stage === next &&
    one.stepId === other.stepId &&
    millisecondsOf(one.createdAt, 'hour') === millisecondsOf(other.createdAt, 'hour') &&
    one.workflow.id.equals(other.workflow.id) &&
    one.environmentId.equals(other.environmentId)
  );
}

/** Whether two runs add to the same counts. */
function isCountedAs(one: RunChange, other: RunChange): boolean {
  return (
    one.run.status === other.run.status &&
    one.run.workflowId.equals(other.run.workflowId) &&
    one.run.environmentId.equals(other.run.environmentId) &&
    bucketIn(one) === bucketIn(other) &&
    one.ended.length === other.ended.length &&
    one.ended.every(({ type, status, reason, providerId }, index) => {
      const step = other.ended[index]!;
      return type === step.type && status === step.status && reason === step.reason && providerId === step.providerId;
    })
  );
}

function bucketIn({ latencyMs }: RunChange): number | undefined {
  return latencyMs === undefined ? undefined : bucketOf(latencyMs);
}
