import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { EnvironmentRemoval } from './environment-removal.service.js';

/**
 * Makes the passes over the data of deleted environments when they are due. Separate from the sweeper, because a large
 * environment takes long and lost events must not wait for it. Runs in the roles `worker` and `all`.
 */
@Injectable()
export class EnvironmentRemovalWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly removal: EnvironmentRemoval,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.look();
    this.timer = setInterval(() => this.look(), this.config.sweepIntervalSeconds * 1000);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** Looks for due passes now instead of at the next interval. Does nothing in the role `api`. */
  look(): void {
    if (this.config.role === 'api') return;
    this.running = this.running.then(() => this.continueDue());
  }

  private async continueDue(): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    try {
      await this.removal.continueDue(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.logger.warn({ err: error }, 'Data of deleted environments could not be removed; it will be tried again');
    }
  }
}
