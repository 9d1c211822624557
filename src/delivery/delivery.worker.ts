import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { withLogContext } from '../platform/logging/log-context.js';
import { JobQueue, type JobWorker } from '../platform/queue/job-queue.js';
import type { Turn } from '../platform/queue/turn.js';
import { Sweeper } from './sweeper.js';
import { TurnService } from './turn.service.js';

/** Takes turns from the queue, and looks after events whose turn got lost. Runs in the roles `worker` and `all`. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker?: JobWorker;
  private running = 0;

  constructor(
    private readonly queue: JobQueue,
    private readonly turns: TurnService,
    private readonly sweeper: Sweeper,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    this.worker = this.queue.work((turn) => withLogContext({}, () => this.work(turn)), {
      normal: this.config.workerConcurrency,
      low: this.config.lowPriorityConcurrency,
    });
    await this.sweeper.start();
  }

  /** Turns that it is at now. */
  get jobs(): number {
    return this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    await this.worker?.close(this.config.shutdownSeconds * 1000);
  }

  private async work(turn: Turn): Promise<void> {
    this.running += 1;
    try {
      await this.turns.take(turn);
    } finally {
      this.running -= 1;
    }
  }
}
