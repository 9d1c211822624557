import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Poller } from '../../common/poller.js';
import { within } from '../../common/within.js';
import { Config } from '../../config/config.js';
import { withLogContext } from '../../logging/log-context.js';
import { Logger } from '../../logging/logger.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { RunExecutionService } from '../execution/run-execution.service.js';
import { type ClaimedRun, WakeBatchService } from './wake-batch.service.js';

/** Runs that are woken together. */
const BATCH = 500;
/** Batches at the same time: one that waits for slow answers does not hold up the others. */
const BATCHES = 4;

/**
 * Goes on with runs whose time has come: the end of a delay or a digest, or the end of the lease of a worker that has
 * died. It looks into the store, not into the queue, so that no wait is too long and none can be lost (behaviour Y6, Y7,
 * P10). Runs in the roles `worker` and `all`; any number of processes may look at the same time.
 */
@Injectable()
export class Waker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private readonly poller: Poller;
  /** With how many runs each has. */
  private readonly batches = new Map<Promise<void>, number>();

  constructor(
    private readonly runs: RunsService,
    private readonly wakeBatch: WakeBatchService,
    private readonly execution: RunExecutionService,
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
    return [...this.batches.values()].reduce((sum, runs) => sum + runs, 0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.poller.stop();
    // What is not finished by then is repeated when its lease has ended.
    await within(this.config.shutdownSeconds * 1000, Promise.all(this.batches.keys())).catch(() => undefined);
  }

  /** Wakes everything that is due now, and resolves when it has been executed. */
  async wakeDue(): Promise<void> {
    while ((await this.startBatch()) !== 'nothing') await Promise.all(this.batches.keys());
    // A look of the poller may have claimed what was due, and not have started it yet.
    await this.poller.settled();
    await Promise.all(this.batches.keys());
  }

  private async look(): Promise<boolean> {
    let found = 0;
    while (!this.stopped && this.batches.size < BATCHES && (await this.startBatch()) === 'started') found += 1;
    return found > 0;
  }

  /** Claims a batch and starts it. `lost`: another worker has claimed what was due. */
  private async startBatch(): Promise<'started' | 'lost' | 'nothing'> {
    const now = this.clock.now();
    const due = await this.runs.findDue(now, BATCH);
    if (due.length === 0) return 'nothing';
    const { claim, until } = this.execution.newLease();
    const runs = await this.runs.claim(due, claim, now, until);
    if (runs.length === 0) return 'lost';
    const interrupted = new Set(due.filter(({ status }) => status === 'running').map(({ _id }) => _id.toHexString()));
    const claimed = runs.map((run) => ({ run, recovering: interrupted.has(run._id.toHexString()) }));
    const batch = this.wake(claimed, claim);
    this.batches.set(batch, claimed.length);
    void batch.finally(() => this.batches.delete(batch));
    return 'started';
  }

  private async wake(claimed: ClaimedRun[], claim: string): Promise<void> {
    try {
      await withLogContext({}, () => this.wakeBatch.wake(claimed, claim));
    } catch (error) {
      this.logger.warn({ err: error, runs: claimed.length }, 'Runs were cut off and will be repeated');
    }
  }
}
