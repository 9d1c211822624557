import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { inBatches } from '../../platform/values/group-by.js';
import { IdMap } from '../../platform/ids.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { InboxNotice } from '../../notifications/messages/inbox-notices.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { Connections, type LiveConnection } from './connections.js';

/** Number of subscribers that one command looks up. */
const BATCH = 500;

/** Interval of checking whether connected subscribers still exist. */
const CHECK_MS = 60_000;

/**
 * Closes the connections of subscribers that are deleted, alone or with their environment (behaviour O1). Deletions are
 * published; a missed notice, or a deletion while a connection was being opened, is found by the periodic check.
 */
@Injectable()
export class DeletedSubscriberWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Connections of deleted subscribers could not be looked for; this is tried again'),
    { everyMs: CHECK_MS },
    () => this.checkAll(),
  );

  constructor(
    private readonly connections: Connections,
    private readonly subscribers: SubscribersService,
    private readonly environments: EnvironmentLookup,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'worker') this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Closes the connections of subscribers, or of a whole environment. */
  close(environmentId: Types.ObjectId, deleted: NonNullable<InboxNotice['deleted']>): void {
    const all =
      deleted === 'all'
        ? [...this.connections].filter(({ session }) => session.environment.id.equals(environmentId))
        : deleted.flatMap((id) => this.connections.of(id));
    for (const connection of all) connection.close();
  }

  /** Closes the connections of all subscribers that no longer exist. Never rejects; one check runs at a time. */
  check(): Promise<void> {
    return this.task.run();
  }

  private async checkAll(): Promise<void> {
    const environments = IdMap.groupBy(this.connections, ({ session }) => session.environment.id);
    for (const own of environments.values()) await this.checkIn(own[0]!.session.environment, own);
  }

  private async checkIn(environment: EnvironmentRef, own: LiveConnection[]): Promise<void> {
    if (!(await this.environments.find(environment.id))) return this.close(environment.id, 'all');
    const ids = new IdMap(own.map(({ subscriberId }) => [subscriberId, subscriberId]));
    for (const batch of inBatches([...ids.values()], BATCH)) {
      const existing = await this.subscribers.findExisting(environment, batch);
      this.close(
        environment.id,
        batch.filter((id) => !existing.has(id)),
      );
    }
  }
}
