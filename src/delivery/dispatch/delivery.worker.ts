import { BullRegistrar, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job, WorkerOptions } from 'bullmq';
import { JobDispatcher } from '../../events/accept/job-dispatcher.service.js';
import { Config } from '../../platform/config/config.js';
import { withTimeout } from '../../platform/deadline.js';
import { Logger } from '../../platform/logging/logger.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { logQueueOutage, QUEUES, type Turn } from '../../platform/queue/job-queue.js';
import { Sweeper } from './sweeper.js';
import { TurnService } from './turn.service.js';

const OPTIONS: Pick<WorkerOptions, 'drainDelay' | 'runRetryDelay' | 'maxStalledCount'> = {
  // Seconds until an empty queue is asked again. New jobs end the wait.
  drainDelay: 30,
  // Milliseconds until the next look for jobs after the queue was unreachable.
  runRetryDelay: 1000,
  // A job comes back when its worker died, or was so short of time that it could not renew its claim. Neither is the job's
  // fault, and doing it again is harmless; one that kills its workers is given up eventually.
  maxStalledCount: 10,
};

/**
 * Runs the turns of a queue and delivers their events. A turn that fails comes back later, with growing waits.
 */
@Injectable()
abstract class TurnHost extends WorkerHost {
  /** Turns in progress. */
  running = 0;

  constructor(
    private readonly turns: TurnService,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    super();
  }

  override async process(job: Job<Turn>): Promise<void> {
    this.running += 1;
    if (job.processedOn !== undefined) {
      const waitedMs = job.processedOn - job.timestamp - (job.delay ?? 0);
      this.metrics.queueWaitSeconds.observe({ queue: job.queueName }, Math.max(0, waitedMs) / 1000);
    }
    try {
      // An event that is stored while the turn searches may be missed by it, and so may add the next turn from there on.
      const begin = job.data.eventIds ? undefined : () => job.removeDeduplicationKey();
      await this.turns.run({ ...job.data, begin });
    } finally {
      this.running -= 1;
    }
  }

  /** Lets running turns finish, for at most `timeoutMs`; unfinished ones go back to the queue. */
  async close(timeoutMs: number): Promise<void> {
    try {
      await withTimeout(timeoutMs, this.worker.close());
    } catch {
      // A forced close leaves the running jobs locked in the queue, which hands them out again when the lock ends.
      await this.worker.close(true);
    }
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    logQueueOutage(this.logger, error);
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<Turn> | undefined, error: Error): void {
    const turn = { turn: job?.data, attempt: job?.attemptsMade, err: error };
    this.logger.warn(turn, 'A turn failed and will be tried again');
  }
}

/** Turns with few recipients. */
@Processor(QUEUES.normal, OPTIONS as WorkerOptions)
export class TurnProcessor extends TurnHost {}

/** Turns of chunks with many recipients, beside the others, so that these need not wait for them (behaviour Z5). */
@Processor(QUEUES.low, OPTIONS as WorkerOptions)
export class LowPriorityTurnProcessor extends TurnHost {}

/** Starts and stops the processors of the queue and the sweeper. Runs in the roles `worker` and `all`. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStarted = false;

  constructor(
    private readonly registrar: BullRegistrar,
    private readonly normal: TurnProcessor,
    private readonly low: LowPriorityTurnProcessor,
    private readonly turns: TurnService,
    private readonly dispatcher: JobDispatcher,
    private readonly sweeper: Sweeper,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    this.registrar.register();
    this.isStarted = true;
    this.normal.worker.concurrency = this.config.workerConcurrency;
    this.low.worker.concurrency = this.config.lowPriorityConcurrency;
    await this.sweeper.start();
    this.dispatcher.use(this.turns);
  }

  /** Turns in progress. */
  get jobs(): number {
    return this.normal.running + this.low.running + this.turns.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    if (!this.isStarted) return;
    const timeoutMs = this.config.shutdownSeconds * 1000;
    this.dispatcher.use(undefined);
    await Promise.all([
      this.normal.close(timeoutMs),
      this.low.close(timeoutMs),
      // Turns that have not ended by then are found by the sweeper.
      withTimeout(timeoutMs, this.turns.ended()).catch(() => undefined),
    ]);
  }
}
