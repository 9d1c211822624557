import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { BackgroundTask } from '../platform/scheduling/background-task.js';
import { Clock, DAY_MS, HOUR_MS, later } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { Logger, OnceLogger } from '../platform/logging/logger.js';
import { AuditEntry } from './audit-entry.schema.js';

/**
 * Deletes entries that are older than `AUDIT_DAYS`, from the beginning of each chain, so that the rest has no gap. The last
 * entry stays, however old: the next one continues its hash. Runs in the roles `worker` and `all`.
 */
@Injectable()
export class AuditRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Old entries of the audit trail could not be deleted; it will be tried again'),
    { everyMs: HOUR_MS },
    () => this.deleteOld(),
  );

  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api' && this.config.auditDays > 0) this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Deletes what is too old now. */
  run(): Promise<void> {
    return this.task.run();
  }

  private async deleteOld(): Promise<void> {
    if (this.config.auditDays === 0) return;
    const limit = later(this.clock.now(), -this.config.auditDays * DAY_MS);
    for (const organizationId of await this.entries.distinct('organizationId')) {
      const sequence = await this.firstToKeep(organizationId, limit);
      if (sequence !== undefined) await this.entries.deleteMany({ organizationId, sequence: { $lt: sequence } });
    }
  }

  private async firstToKeep(organizationId: Types.ObjectId, limit: Date): Promise<number | undefined> {
    const young = await this.firstIn({ organizationId, at: { $gte: limit } }, 1);
    return young ?? this.firstIn({ organizationId }, -1);
  }

  private async firstIn(filter: object, direction: 1 | -1): Promise<number | undefined> {
    return (await this.entries.findOne(filter, { sequence: 1 }).sort({ sequence: direction }).lean())?.sequence;
  }
}
