import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Environment } from '../../../auth/environment.schema.js';
import { BackgroundTask } from '../../../platform/scheduling/background-task.js';
import { Clock, later } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Logger, OnceLogger } from '../../../platform/logging/logger.js';
import { MessageContents } from './message-contents.service.js';

/** How long after a change a process may still store contents by the former setting, which it may know for half a minute. */
const SETTLING_MS = 120_000;

/**
 * Makes stored contents follow when an environment keeps them for fewer days, or not any more (behaviour N5). What is shown
 * follows at once, without it. The mark of the change in the environment stays until it is done, so the process may die at
 * any point, and several may do the same. Runs in the roles `worker` and `all`.
 */
@Injectable()
export class ContentRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Contents of messages could not be made to expire earlier; it will be tried again'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    (stop) => this.followChanges(stop),
  );

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly contents: MessageContents,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Follows the changes of all environments. Throws when `stop` is aborted. */
  async followChanges(stop: AbortSignal): Promise<void> {
    const changed = await this.environments
      .find({ contentRetentionChangedAt: { $exists: true } }, { contentRetentionDays: 1, contentRetentionChangedAt: 1 })
      .lean();
    for (const { _id, contentRetentionDays = 0, contentRetentionChangedAt } of changed) {
      await this.contents.shorten(_id, contentRetentionDays, stop);
      if (!contentRetentionChangedAt || later(contentRetentionChangedAt, SETTLING_MS) > this.clock.now()) continue;
      await this.environments.updateOne(
        { _id, contentRetentionChangedAt },
        { $unset: { contentRetentionChangedAt: '' } },
        { timestamps: false },
      );
    }
  }
}
