import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Config } from '../../platform/config/config.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { EnvironmentRemoval } from './environment-removal.service.js';

/**
 * Makes the passes over the data of deleted environments when they are due. Separate from the sweeper, because a large
 * environment takes long and lost events must not wait for it. Runs in the roles `worker` and `all`.
 */
@Injectable()
export class EnvironmentRemovalWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Data of deleted environments could not be removed; it will be tried again'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    (stop) => this.removal.continueDue(stop),
  );

  constructor(
    private readonly removal: EnvironmentRemoval,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.look();
    if (this.config.role !== 'api') this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Looks for due passes now instead of at the next interval. Does nothing in the role `api`. */
  look(): void {
    if (this.config.role !== 'api') void this.task.run();
  }
}
