import { randomUUID } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { EventsModule } from '../../events/events.module.js';
import { EventProgressStore } from '../../events/expansion/event-progress.store.js';
import type { Run, RunCounting } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { groupBy } from '../../platform/values/group-by.js';
import { countRuns, isOpen } from './run-counts.js';

/**
 * Adds runs that ended after a wait to the counters of their events, each once (behaviour Z6). Runs and events are
 * different documents, so that a worker may die between them: runs are therefore written with a mark, events are changed
 * once for each mark, and marks that are left behind are found again.
 */
@Injectable()
export class RunCountingService {
  constructor(
    private readonly runs: RunsService,
    private readonly progress: EventProgressStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** A mark for runs that are about to end together. */
  newMark(): RunCounting {
    return { token: randomUUID(), until: new Date(this.clock.now().getTime() + this.config.runLeaseSeconds * 1000) };
  }

  /** Marks those of the runs that have ended, before they are written. Undefined when none has. */
  mark(runs: readonly Run[]): RunCounting | undefined {
    const ended = runs.filter(({ status }) => !isOpen(status));
    if (ended.length === 0) return undefined;
    const counting = this.newMark();
    for (const run of ended) Object.assign(run, { counted: true, counting } satisfies Partial<Run>);
    return counting;
  }

  /** Counts the runs that were written with the mark. It may be interrupted anywhere and done again. */
  async finish(counting: RunCounting): Promise<void> {
    const ended = await this.runs.findCounting(counting);
    const counts = [...groupBy(ended, ({ eventId }) => eventId.toHexString()).values()].map((runs) => ({
      eventId: runs[0]!.eventId,
      counters: countRuns(runs),
    }));
    await this.progress.count(counts, counting.token);
    await this.runs.endCounting(counting);
    await this.progress.forgetCount(
      counts.map(({ eventId }) => eventId),
      counting.token,
    );
  }

  /** Counts what workers have left behind that died. */
  async recover(): Promise<void> {
    for (let last: string | undefined; ;) {
      const counting = await this.runs.findUncounted(this.clock.now());
      // The same again means that it cannot be ended now; the next sweep tries.
      if (!counting || counting.token === last) return;
      last = counting.token;
      await this.finish(counting);
    }
  }
}

@Module({
  imports: [EventsModule, NotificationsModule],
  providers: [RunCountingService],
  exports: [RunCountingService],
})
export class CountingModule {}
