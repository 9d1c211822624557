import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { IdMap } from '../../../platform/ids.js';
import { EventsService } from '../../../events/store/events.service.js';
import type { Run, RunCounting } from '../../../notifications/activity/run.schema.js';
import { isOpen, type RunStatus } from '../../../notifications/activity/statuses.js';
import { type CountedRun, CountingMarksStore } from '../../../notifications/activity/counting-marks.store.js';
import { Clock, later } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';

/**
 * Adds runs that ended after a wait to the counters of their events, each run once (behaviour Z6). A worker may die between
 * writing the runs and the events. Runs are therefore written with a mark, events are updated once per mark, and the sweeper
 * finds marks that were left behind.
 */
@Injectable()
export class RunCountingService {
  constructor(
    private readonly marks: CountingMarksStore,
    private readonly events: EventsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns a mark for runs that are about to end together. */
  newMark(): RunCounting {
    return { token: randomUUID(), until: later(this.clock.now(), this.config.runLeaseSeconds * 1000) };
  }

  /** Marks the runs that have ended, before they are written. Returns undefined when none has. */
  mark(runs: readonly Run[]): RunCounting | undefined {
    const ended = runs.filter(({ status }) => !isOpen(status));
    if (ended.length === 0) return undefined;
    const counting = this.newMark();
    for (const run of ended) Object.assign(run, { counted: true, counting } satisfies Partial<Run>);
    return counting;
  }

  /** Counts the runs that were written with the mark, and returns them. May be interrupted at any point and repeated. */
  async finish(counting: RunCounting): Promise<CountedRun[]> {
    const ended = await this.marks.findCounting(counting);
    const counts = [...IdMap.groupBy(ended, ({ eventId }) => eventId).values()].map((runs) => ({
      eventId: runs[0]!.eventId,
      counters: countRuns(runs),
    }));
    await this.events.count(counts, counting.token);
    await this.marks.endCounting(counting);
    // Others may be counting for this worker by then: the last of them must find the token.
    if (this.clock.now() >= counting.until) return ended;
    await this.events.forgetCount(
      counts.map(({ eventId }) => eventId),
      counting.token,
    );
    return ended;
  }

  /** Counts those of the runs that have ended and were not counted. */
  async countEnded(ids: Types.ObjectId[]): Promise<void> {
    if (ids.length === 0) return;
    const counting = this.newMark();
    if ((await this.marks.markEnded(ids, counting)) > 0) await this.finish(counting);
  }

  /** Counts the runs of workers that died before they had counted them. */
  async recover(): Promise<void> {
    for (let last: string | undefined; ;) {
      const counting = await this.marks.findUncounted(this.clock.now());
      // The same mark again means that it cannot be finished now; the next sweep tries again.
      if (!counting || counting.token === last) return;
      last = counting.token;
      await this.finish(counting);
    }
  }
}

/** Numbers of ended runs; open runs are not counted. */
export interface RunCounts {
  sent: number;
  failed: number;
  skipped: number;
}

/**
 * Counts runs by their status. Runs that were canceled or merged into the digest of another run count as skipped. A run that
 * was reopened to replace the run it was merged into has already been counted as skipped, and a replayed run under its
 * previous status; that count is subtracted.
 */
export function countRuns(runs: readonly Pick<Run, 'status' | 'reopened' | 'replayedFrom'>[]): RunCounts {
  const counts: RunCounts = { sent: 0, failed: 0, skipped: 0 };
  for (const { status, reopened, replayedFrom } of runs) {
    if (isOpen(status)) continue;
    counts[counterOf(status)] += 1;
    if (replayedFrom) counts[counterOf(replayedFrom)] -= 1;
    else if (reopened) counts.skipped -= 1;
  }
  return counts;
}

function counterOf(status: RunStatus): keyof RunCounts {
  if (status === 'completed') return 'sent';
  return status === 'failed' ? 'failed' : 'skipped';
}
