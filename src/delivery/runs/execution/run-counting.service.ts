import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { IdMap, IdSet } from '../../../platform/ids.js';
import { EventCounters } from '../../../events/store/event-counters.service.js';
import { Run, type RunCounting } from '../../../notifications/activity/run.schema.js';
import {
  closedAs,
  countedBefore,
  countedWith,
  enter,
  entering,
  stateOf,
} from '../../../notifications/activity/run-state.js';
import { type ClosedStatus, isOpen, OPEN_RUNS } from '../../../notifications/activity/statuses.js';
import type { ChangedRun } from '../../../notifications/activity/run-events.js';
import { Clock, later } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { rawCollection } from '../../../platform/persistence/writes.js';

const COUNTED = {
  eventId: 1,
  status: 1,
  reopened: 1,
  replayedFrom: 1,
  environmentId: 1,
  organizationId: 1,
  workflowId: 1,
  subscriberId: 1,
} as const;

/** The fields of a run that are needed to count it for its event, and to announce its end. */
type CountedRun = ChangedRun & Pick<Run, 'eventId' | 'reopened' | 'replayedFrom'>;

/**
 * Adds runs that ended after a wait to the counters of their events, each run once (behaviour Z6). A worker may die between
 * writing the runs and the events. Runs are therefore written with a mark, events are updated once per mark, and the sweeper
 * takes over marks that were left behind.
 */
@Injectable()
export class RunCountingService {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly events: EventCounters,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns a mark for runs that are about to end together. */
  newMark(): RunCounting {
    return { token: randomUUID(), until: later(this.clock.now(), this.config.runLeaseSeconds * 1000) };
  }

  /** Marks the runs that have ended, before they are written. Returns undefined when none has. */
  mark(runs: readonly Run[]): RunCounting | undefined {
    const counting = this.newMark();
    let hasEnded = false;
    for (const run of runs) {
      const state = stateOf(run);
      if (state.kind === 'running' || state.kind === 'waiting') continue;
      enter(run, { ...state, counting });
      hasEnded = true;
    }
    return hasEnded ? counting : undefined;
  }

  /**
   * Counts the runs that were written with the mark, and returns them. What another process has taken over meanwhile is
   * left to {@link recover}.
   */
  async finish(counting: RunCounting): Promise<CountedRun[]> {
    const ended = await this.documents.find(withMark(counting), { projection: COUNTED }).toArray();
    const counts = [...IdMap.groupBy(ended, ({ eventId }) => eventId).values()].map((runs) => ({
      eventId: runs[0]!.eventId,
      counters: countRuns(runs),
    }));
    if (!(await this.events.count(counts, counting.token))) return ended;
    await this.documents.updateMany(withMark(counting), { $unset: { counting: '' } });
    // Others may be counting for this worker by then: the last of them must find the token.
    if (this.clock.now() >= counting.until) return ended;
    await this.events.forget(
      counts.map(({ eventId }) => eventId),
      counting.token,
    );
    return ended;
  }

  /** Counts those of the runs that have ended and were not counted. */
  async countEnded(ids: Types.ObjectId[]): Promise<void> {
    if (ids.length === 0) return;
    const counting = this.newMark();
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, status: { $nin: OPEN_RUNS }, counted: { $exists: false }, reopened: { $exists: false } },
      { $set: countedWith(counting) },
    );
    if (modifiedCount > 0) await this.finish(counting);
  }

  /** Cancels runs that were merged, which their events then count as skipped alone. Returns their number. */
  async cancelMerged(ids: readonly Types.ObjectId[]): Promise<number> {
    if (ids.length === 0) return 0;
    const counting = this.newMark();
    const { $set, $unset } = entering(closedAs('canceled', { counting }));
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: [...ids] }, status: 'merged' },
      // Until now they are counted as merged.
      { $set: { ...$set, reopened: true, updatedAt: this.clock.now() }, $unset },
    );
    if (modifiedCount > 0) await this.finish(counting);
    return modifiedCount;
  }

  /** Counts the runs of workers that died before they had counted them. */
  async recover(): Promise<void> {
    for (let last: string | undefined; ;) {
      const found = await this.documents.findOne(
        { 'counting.until': { $lte: this.clock.now() } },
        { sort: { 'counting.until': 1 }, projection: { counting: 1 } },
      );
      const counting = found?.counting;
      // The same mark again means that it cannot be finished now; the next sweep tries again.
      if (!counting || counting.token === last) return;
      last = counting.token;
      await this.takeOver(counting);
    }
  }

  /**
   * Counts the runs that were written with the mark of another process, which may still be writing further ones. The runs
   * found now get a mark of their own: a mark counts a set of runs that grows no more.
   */
  private async takeOver(counting: RunCounting): Promise<void> {
    const eventIds: Types.ObjectId[] = await this.documents.distinct('eventId', withMark(counting));
    const uncounted = await this.events.takeOver(eventIds, counting.token);
    const open = new IdSet(uncounted);
    const counted = eventIds.filter((id) => !open.has(id));
    await this.documents.updateMany({ ...withMark(counting), eventId: { $in: counted } }, { $unset: { counting: '' } });
    const own = this.newMark();
    await this.documents.updateMany(
      { ...withMark(counting), eventId: { $in: uncounted } },
      { $set: { counting: own } },
    );
    await this.finish(own);
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}

function withMark({ token, until }: RunCounting): mongo.Filter<Run> {
  return { 'counting.until': until, 'counting.token': token };
}

/** Numbers of ended runs; open runs are not counted. */
export interface RunCounts {
  sent: number;
  failed: number;
  skipped: number;
  /** Those of the skipped that were merged; absent for none. */
  merged?: number;
}

/**
 * Counts runs by their status. Runs that were canceled or merged into the digest of another run count as skipped, the latter
 * also as merged. What was counted before is subtracted.
 */
export function countRuns(runs: readonly Pick<Run, 'status' | 'reopened' | 'replayedFrom'>[]): RunCounts {
  const counts: RunCounts = { sent: 0, failed: 0, skipped: 0 };
  for (const run of runs) {
    if (isOpen(run.status)) continue;
    add(counts, run.status, 1);
    const before = countedBefore(run);
    if (before) add(counts, before, -1);
  }
  return counts;
}

function add(counts: RunCounts, status: ClosedStatus, count: 1 | -1): void {
  counts[counterOf(status)] += count;
  if (status === 'merged') counts.merged = (counts.merged ?? 0) + count;
}

function counterOf(status: ClosedStatus): 'sent' | 'failed' | 'skipped' {
  if (status === 'completed') return 'sent';
  return status === 'failed' ? 'failed' : 'skipped';
}
