import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../config/config.js';
import { withLogContext } from '../logging/log-context.js';
import type { Job } from '../queue/job.js';
import { JobQueue, type JobWorker } from '../queue/job-queue.js';
import { EventDeliveryService } from './event-delivery.service.js';
import { Sweeper } from './sweeper.js';

/** Takes jobs from the queue, and looks after those that got lost. Runs in the roles `worker` and `all`. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker?: JobWorker;
  private running = 0;

  constructor(
    private readonly queue: JobQueue,
    private readonly delivery: EventDeliveryService,
    private readonly sweeper: Sweeper,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    this.worker = this.queue.work((job) => withLogContext({}, () => this.work(job)), {
      normal: this.config.workerConcurrency,
      low: this.config.lowPriorityConcurrency,
    });
    await this.sweeper.start();
  }

  /** Jobs that it is at now. */
  get jobs(): number {
    return this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    await this.worker?.close(this.config.shutdownSeconds * 1000);
  }

  private async work({ eventId }: Job): Promise<void> {
    this.running += 1;
    try {
      await this.delivery.deliver(eventId);
    } finally {
      this.running -= 1;
    }
  }
}
