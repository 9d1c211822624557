import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { IdSet } from '../../../platform/ids.js';
import { BackgroundTask, pausesOf } from '../../../platform/scheduling/background-task.js';
import { Clock } from '../../../platform/clock.js';
import { DueTimes } from '../../../platform/queue/due-times.js';
import { groupBy, inTurns } from '../../../platform/values/group-by.js';
import { withTimeout } from '../../../platform/deadline.js';
import { Config } from '../../../platform/config/config.js';
import { EnvironmentLookup } from '../../../auth/environment-lookup.service.js';
import { Logger, OnceLogger } from '../../../platform/logging/logger.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type DueRun, RunsService } from '../../../notifications/activity/runs.service.js';
import { RunExecutionService } from '../execution/run-execution.service.js';
import { type ClaimedRun, WakeBatchService } from './wake-batch.service.js';

/** Runs that are claimed together. */
const BATCH = 500;
/** Maximum number of runs in progress, so that runs that wait for slow responses do not block the others. */
const MAX_AWAKE = 4 * BATCH;
/** Maximum number of runs in progress per environment, so that there is room for others. */
const MAX_OF_ONE = MAX_AWAKE / 2;

/**
 * Continues runs that are due: at the end of a delay or a digest, or of the lease of a worker that died. It looks in the
 * database whenever the next run is due. It does not use the queue, so that waits may be long and none is lost (behaviour
 * Y6, Y7, P10). When more runs are due than fit into a batch, environments take turns. Runs in the roles `worker` and
 * `all`; any number of processes may poll at the same time.
 */
@Injectable()
export class Waker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Could not look for runs that are due; it will be tried again'),
    pausesOf(this.config),
    (stop) => this.poll(stop),
  );
  /** Runs in progress: groups of one environment each, by a promise that resolves when they have been executed. */
  private readonly awakening = new Map<Promise<void>, { environmentId: string; runs: number }>();

  constructor(
    private readonly runs: RunsService,
    private readonly wakeBatch: WakeBatchService,
    private readonly execution: RunExecutionService,
    private readonly environments: EnvironmentLookup,
    private readonly due: DueTimes,
    private readonly metrics: Metrics,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    // The embedded store means a single-process deployment: no other process can be executing runs.
    if (!this.config.mongodbUri) await this.runs.releaseAll(this.clock.now());
    this.due.onDue('runs', (waitMs) => this.task.runWithin(waitMs));
    this.task.start();
  }

  /** Number of runs in progress. */
  get awake(): number {
    return this.awakeOf(() => true);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    // Runs that are not finished by then are repeated after their lease.
    await withTimeout(this.config.shutdownSeconds * 1000, this.finished()).catch(() => undefined);
  }

  /** Wakes all runs that are due now, and resolves when they have been executed. */
  async wakeDue(): Promise<void> {
    while ((await this.startBatch()) !== 'nothing') await this.finished();
    // The task may have claimed runs and not have started them yet.
    await this.task.settled();
    await this.finished();
  }

  /** Starts what is due. Returns true when there was some, else the milliseconds until the next is due. */
  private async poll(stop: AbortSignal): Promise<boolean | number> {
    const next = await this.runs.nextDue();
    const waitMs = next ? this.due.until(next.getTime()) : Infinity;
    if (waitMs > 0) return waitMs;
    let found = 0;
    while (!stop.aborted && this.awake <= MAX_AWAKE - BATCH && (await this.startBatch()) === 'started') found += 1;
    return found > 0 ? true : waitMs;
  }

  /** Claims a batch and starts it. `lost`: other workers have claimed the runs that are due, or they must wait for their turn. */
  private async startBatch(): Promise<'started' | 'lost' | 'nothing'> {
    const now = this.clock.now();
    const oldest = await this.runs.findDue(now, BATCH);
    if (oldest.length === 0) return 'nothing';
    const due = await this.choose(oldest, now);
    if (due.length === 0) return 'lost';
    const { claim, until } = this.execution.newLease();
    const runs = await this.runs.claim(due, claim, now, until);
    if (runs.length === 0) return 'lost';
    this.noteLateness(due, runs, now);
    const interrupted = new IdSet(due.filter(({ status }) => status === 'running').map(({ _id }) => _id));
    const claimed = runs.map((run) => ({ run, recovering: interrupted.has(run._id) }));
    for (const [environmentId, group] of groupBy(claimed, ({ run }) => run.environmentId.toHexString())) {
      const awakening = this.wake(environmentId, group);
      this.awakening.set(awakening, { environmentId, runs: group.length });
      void awakening.finally(() => this.awakening.delete(awakening));
    }
    return 'started';
  }

  private noteLateness(due: readonly DueRun[], claimed: readonly Run[], now: Date): void {
    const own = new IdSet(claimed.map(({ _id }) => _id));
    for (const { _id, status, wakeAt } of due) {
      // What a dead worker has left was due when its lease ended, which says nothing about this worker.
      if (status === 'running' || !wakeAt || !own.has(_id)) continue;
      this.metrics.wakeLateness.observe({}, (now.getTime() - wakeAt.getTime()) / 1000);
    }
  }

  /** Chooses from the due runs: none of environments at their limit; the other environments take turns. */
  private async choose(oldest: DueRun[], now: Date): Promise<DueRun[]> {
    const found = [...oldest];
    const seen = new Set(oldest.map(environmentOf));
    // After a full batch, runs of other environments may be due.
    let full = oldest.length === BATCH;
    while (full && seen.size < BATCH) {
      const others = await this.environmentsBut(seen);
      const more = others.length > 0 ? await this.runs.findDueIn(others, now, BATCH) : [];
      for (const run of more) seen.add(environmentOf(run));
      found.push(...more);
      full = more.length === BATCH;
    }
    const busy = new Set([...seen].filter((id) => this.awakeOf((one) => one === id) >= MAX_OF_ONE));
    return inTurns(
      found.filter((run) => !busy.has(environmentOf(run))),
      environmentOf,
      BATCH,
    );
  }

  private async environmentsBut(seen: ReadonlySet<string>): Promise<Types.ObjectId[]> {
    return (await this.environments.allIds()).filter((id) => !seen.has(id.toHexString()));
  }

  private awakeOf(matches: (environmentId: string) => boolean): number {
    return [...this.awakening.values()].reduce(
      (sum, { environmentId, runs }) => sum + (matches(environmentId) ? runs : 0),
      0,
    );
  }

  private async finished(): Promise<void> {
    await Promise.all(this.awakening.keys());
  }

  private async wake(environmentId: string, claimed: ClaimedRun[]): Promise<void> {
    try {
      await this.wakeBatch.wake(claimed);
    } catch (error) {
      this.logger.warn({ environmentId, err: error, runs: claimed.length }, 'Runs were cut off and will be repeated');
    }
  }
}

function environmentOf({ environmentId }: DueRun): string {
  return environmentId.toHexString();
}
