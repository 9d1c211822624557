import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model, mongo, Types } from 'mongoose';
import { Environment } from '../../auth/environment.schema.js';
import { defaultRetention, type RetentionDays, type RetentionKind } from '../../auth/retention-kinds.js';
import { MessageContents } from '../../notifications/activity/content/message-contents.service.js';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Clock, DAY_MS, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';

/** How long after a change a process may still store records by the former days, which it may know for half a minute. */
const SETTLING_MS = 120_000;

/** Where an environment says that its days have changed. */
type Mark = 'retentionChangedAt' | 'contentRetentionChangedAt';

/** Records that one command changes, so that other commands can run in between. */
const BATCH = 1000;

/** Where the records of a kind are, and which of them follow: not those that still wait (behaviour N2). */
const RECORDS: readonly { kind: RetentionKind; collection: string; filter: object }[] = [
  { kind: 'activity', collection: 'runs', filter: { wakeAt: { $exists: false }, status: { $ne: 'merged' } } },
  { kind: 'activity', collection: 'activitycounts', filter: { interval: 'hour' } },
  { kind: 'charts', collection: 'activitycounts', filter: { interval: 'day' } },
  { kind: 'inApp', collection: 'messages', filter: { channel: 'in_app', snoozedUntil: { $exists: false } } },
  { kind: 'messages', collection: 'messages', filter: { channel: { $ne: 'in_app' } } },
  { kind: 'outbox', collection: 'outbox', filter: {} },
  { kind: 'webhooks', collection: 'webhookdeliveries', filter: { wakeAt: { $exists: false } } },
];

/**
 * Makes stored records and contents expire earlier when an environment keeps them for fewer days, or contents not any more
 * (behaviour N5, N8). What is shown follows at once, without it. The mark of the change in the environment stays until it is
 * done, so the process may die at any point, and several may do the same. Runs in the roles `worker` and `all`.
 */
@Injectable()
export class RetentionFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Records could not be made to expire earlier; it will be tried again'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    (stop) => this.followChanges(stop),
  );

  constructor(
    @InjectConnection() private readonly connection: Connection,
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
    await this.follow('contentRetentionChangedAt', ({ _id, contentRetentionDays = 0 }) =>
      this.contents.shorten(_id, contentRetentionDays, stop),
    );
    await this.follow('retentionChangedAt', async ({ _id, retention }) => {
      const days = { ...defaultRetention(this.config), ...retention };
      for (const records of RECORDS) await this.shorten(_id, records, days, stop);
    });
  }

  private async follow(mark: Mark, shorten: (changed: Environment) => Promise<void>): Promise<void> {
    for (const changed of await this.environments.find({ [mark]: { $exists: true } }).lean()) {
      await shorten(changed);
      const { _id, [mark]: changedAt } = changed;
      if (!changedAt || later(changedAt, SETTLING_MS) > this.clock.now()) continue;
      await this.environments.updateOne({ _id, [mark]: changedAt }, { $unset: { [mark]: '' } }, { timestamps: false });
    }
  }

  /** Lets what was to be kept longer expire after the given days from now. */
  private async shorten(
    environmentId: Types.ObjectId,
    { kind, collection, filter }: (typeof RECORDS)[number],
    days: RetentionDays,
    stop: AbortSignal,
  ): Promise<void> {
    const documents = this.connection.collection(collection);
    const limit = later(this.clock.now(), days[kind] * DAY_MS);
    // A record that is kept longer than if it were new was stored by other days.
    const tooLong = { ...filter, environmentId, expiresAt: { $gt: limit } };
    let ids: mongo.BSON.ObjectId[] = [];
    for await (const { _id } of documents.find(tooLong, { projection: { _id: 1 } })) {
      ids.push(_id);
      if (ids.length < BATCH) continue;
      stop.throwIfAborted();
      await documents.updateMany({ ...tooLong, _id: { $in: ids } }, { $set: { expiresAt: limit } });
      ids = [];
    }
    if (ids.length > 0) await documents.updateMany({ ...tooLong, _id: { $in: ids } }, { $set: { expiresAt: limit } });
  }
}
