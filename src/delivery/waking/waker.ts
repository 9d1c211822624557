import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Poller } from '../../platform/poller.js';
import { groupBy } from '../../platform/values/group-by.js';
import { inTurns } from '../../platform/values/in-turns.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { Config } from '../../platform/config/config.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { withLogContext } from '../../platform/logging/log-context.js';
import { Logger } from '../../platform/logging/logger.js';
import { type DueRun, RunsService } from '../../notifications/activity/runs.service.js';
import { RunExecutionService } from '../execution/run-execution.service.js';
import { type ClaimedRun, WakeBatchService } from './wake-batch.service.js';

/** Runs that are claimed together. */
const BATCH = 500;
/** Runs at the same time: those that wait for slow answers do not hold up the others. */
const MAX_AWAKE = 4 * BATCH;
/** Of one environment: what it has beyond them waits, and others have room. */
const MAX_OF_ONE = MAX_AWAKE / 2;

/**
 * Goes on with runs whose time has come: the end of a delay or a digest, or the end of the lease of a worker that has
 * died. It looks into the store, not into the queue, so that no wait is too long and none can be lost (behaviour Y6, Y7,
 * P10). Where more is due than a batch can hold, environments take turns. Runs in the roles `worker` and `all`; any number of
 * processes may look at the same time.
 */
@Injectable()
export class Waker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private readonly poller: Poller;
  /** What is awake: runs of one environment each, by what resolves when they have been executed. */
  private readonly awakening = new Map<Promise<void>, { environmentId: string; runs: number }>();

  constructor(
    private readonly runs: RunsService,
    private readonly wakeBatch: WakeBatchService,
    private readonly execution: RunExecutionService,
    private readonly environments: EnvironmentLookup,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.poller = new Poller(
      () => this.look(),
      (error) => logger.warn({ err: error }, 'Could not look for runs that are due; it will be tried again'),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    // On the embedded store nobody else can be at work.
    if (!this.config.mongodbUri) await this.runs.releaseAll(this.clock.now());
    this.poller.start();
  }

  /** Runs that it is at now. */
  get awake(): number {
    return this.awakeOf(() => true);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.poller.stop();
    // What is not finished by then is repeated when its lease has ended.
    await withTimeout(this.config.shutdownSeconds * 1000, this.finished()).catch(() => undefined);
  }

  /** Wakes everything that is due now, and resolves when it has been executed. */
  async wakeDue(): Promise<void> {
    while ((await this.startBatch()) !== 'nothing') await this.finished();
    // A look of the poller may have claimed what was due, and not have started it yet.
    await this.poller.settled();
    await this.finished();
  }

  private async look(): Promise<boolean> {
    let found = 0;
    while (!this.stopped && this.awake <= MAX_AWAKE - BATCH && (await this.startBatch()) === 'started') found += 1;
    return found > 0;
  }

  /** Claims a batch and starts it. `lost`: another worker has claimed what was due, or it must wait for its turn. */
  private async startBatch(): Promise<'started' | 'lost' | 'nothing'> {
    const now = this.clock.now();
    const oldest = await this.runs.findDue(now, BATCH);
    if (oldest.length === 0) return 'nothing';
    const due = await this.choose(oldest, now);
    if (due.length === 0) return 'lost';
    const { claim, until } = this.execution.newLease();
    const runs = await this.runs.claim(due, claim, now, until);
    if (runs.length === 0) return 'lost';
    const interrupted = new Set(due.filter(({ status }) => status === 'running').map(({ _id }) => _id.toHexString()));
    const claimed = runs.map((run) => ({ run, recovering: interrupted.has(run._id.toHexString()) }));
    for (const [environmentId, group] of groupBy(claimed, ({ run }) => run.environmentId.toHexString())) {
      const awakening = this.wake(environmentId, group, claim);
      this.awakening.set(awakening, { environmentId, runs: group.length });
      void awakening.finally(() => this.awakening.delete(awakening));
    }
    return 'started';
  }

  /** What to wake of what is due: of environments that have much awake nothing, of the others one after the other. */
  private async choose(oldest: DueRun[], now: Date): Promise<DueRun[]> {
    const found = [...oldest];
    const seen = new Set(oldest.map(environmentOf));
    // Behind a full batch others may wait.
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

  private awakeOf(isMeant: (environmentId: string) => boolean): number {
    return [...this.awakening.values()].reduce(
      (sum, { environmentId, runs }) => sum + (isMeant(environmentId) ? runs : 0),
      0,
    );
  }

  private async finished(): Promise<void> {
    await Promise.all(this.awakening.keys());
  }

  private async wake(environmentId: string, claimed: ClaimedRun[], claim: string): Promise<void> {
    try {
      await withLogContext({ environmentId }, () => this.wakeBatch.wake(claimed, claim));
    } catch (error) {
      this.logger.warn({ err: error, runs: claimed.length }, 'Runs were cut off and will be repeated');
    }
  }
}

function environmentOf({ environmentId }: DueRun): string {
  return environmentId.toHexString();
}
