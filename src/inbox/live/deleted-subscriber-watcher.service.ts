import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Types } from 'mongoose';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { groupBy, inBatches } from '../../platform/values/group-by.js';
import { Config } from '../../platform/config/config.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { InboxNotice } from './inbox-notices.js';
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

  /** Closes the connections of subscribers (internal ids, hexadecimal), or of a whole environment. */
  close(environmentId: string, deleted: NonNullable<InboxNotice['deleted']>): void {
    const all =
      deleted === 'all' ? this.inEnvironment(environmentId) : deleted.flatMap((id) => this.connections.of(id));
    for (const connection of all) connection.close();
  }

  /** Closes the connections of all subscribers that no longer exist. Never rejects; one check runs at a time. */
  check(): Promise<void> {
    return this.task.run();
  }

  private async checkAll(): Promise<void> {
    const environments = groupBy([...this.connections], environmentOf);
    for (const [environmentId, own] of environments) await this.checkIn(environmentId, own);
  }

  private async checkIn(environmentId: string, own: LiveConnection[]): Promise<void> {
    const environment = { id: new Types.ObjectId(environmentId) };
    if (!(await this.environments.find(environment.id))) return this.close(environmentId, 'all');
    const ids = [...new Set(own.map(({ subscriber }) => subscriber))];
    for (const batch of inBatches(ids, BATCH)) {
      const existing = await this.subscribers.findExisting(
        environment,
        batch.map((id) => new Types.ObjectId(id)),
      );
      this.close(
        environmentId,
        batch.filter((id) => !existing.has(id)),
      );
    }
  }

  private inEnvironment(environmentId: string): LiveConnection[] {
    return [...this.connections].filter((connection) => environmentOf(connection) === environmentId);
  }
}

function environmentOf({ session }: LiveConnection): string {
  return session.environment.id.toHexString();
}
