import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { SubscriberDeletionsService } from './subscriber-deletions.service.js';

/** Repeats deletions that are due, in the roles `worker` and `all`. Any number of processes may do so. */
@Injectable()
export class DeletionSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly deletions: SubscriberDeletionsService,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.sweep());
    }, this.config.sweepIntervalSeconds * 1000);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async sweep(): Promise<void> {
    try {
      await this.deletions.repeatDue();
    } catch (error) {
      this.logger.warn({ err: error }, 'Could not look for deletions to repeat; it will be tried again');
    }
  }
}
