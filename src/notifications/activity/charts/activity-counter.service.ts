import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, type Types } from 'mongoose';
import { IdMap } from '../../../platform/ids.js';
import { BackgroundTask } from '../../../platform/scheduling/background-task.js';
import { RetentionService } from '../../../auth/retention.service.js';
import { Clock } from '../../../platform/clock.js';
import { Logger, OnceLogger } from '../../../platform/logging/logger.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { MessageStages } from '../../messages/message-stages.js';
import { type RunChange, RunEvents } from '../run-events.js';
import { ActivityCount, type Interval } from './activity-count.schema.js';
import { type Attempt, GatheredCounts, keptMs } from './gathered-counts.js';

/** Milliseconds for which counts are gathered: a process that is killed loses those of this time (behaviour CH2). */
const FLUSH_MS = 1000;

/**
 * Counts what ends in this process: in memory, and once a second with one command for all that was counted since, whatever
 * the number of events and recipients. Without activity it sends none.
 */
@Injectable()
export class ActivityCounter implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private gathered = new GatheredCounts();
  private readonly task: BackgroundTask;

  constructor(
    @InjectModel(ActivityCount.name) private readonly model: Model<ActivityCount>,
    private readonly events: RunEvents,
    private readonly stages: MessageStages,
    private readonly clock: Clock,
    private readonly retention: RetentionService,
    logger: Logger,
  ) {
    const outage = new OnceLogger(logger, 'Activity could not be counted; this is tried again');
    this.task = new BackgroundTask(outage, { everyMs: FLUSH_MS }, () => this.store());
  }

  onModuleInit(): void {
    this.events.add((changes) => this.onRuns(changes));
    this.stages.add((reached) => this.gathered.addStages(reached));
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  // Not earlier: workers finish their jobs first.
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
    await this.task.stop();
  }

  onRuns(changes: readonly RunChange[]): void {
    this.gathered.addRuns(changes, this.clock.now());
  }

  /** A request to a provider has ended. */
  attempted(environment: { id: Types.ObjectId; organizationId: Types.ObjectId }, attempt: Attempt): void {
    this.gathered.addAttempt(environment, attempt, this.clock.now());
  }

  /** Stores what was counted so far. */
  flush(): Promise<void> {
    return this.task.run();
  }

  private async store(): Promise<void> {
    if (this.gathered.isEmpty) return;
    const own = this.gathered;
    this.gathered = new GatheredCounts();
    try {
      const keepMs = await this.keepMsOf(own.environmentIds);
      await rawCollection<ActivityCount>(this.model).bulkWrite(own.writes(keepMs), { ordered: false });
    } catch (error) {
      this.gathered.takeBack(own, failedPlaces(error));
      throw error;
    }
  }

  private async keepMsOf(
    environmentIds: readonly Types.ObjectId[],
  ): Promise<(environmentId: Types.ObjectId) => Record<Interval, number>> {
    const found = await Promise.all(
      environmentIds.map(async (id) => {
        return [id, keptMs(await this.retention.of(id))] as const;
      }),
    );
    const byEnvironment = new IdMap(found);
    return (id) => byEnvironment.get(id)!;
  }
}

/** The writes that have failed; undefined when it is unknown which ones were made. */
function failedPlaces(error: unknown): Set<number> | undefined {
  if (!(error instanceof mongo.MongoBulkWriteError)) return undefined;
  return new Set([error.writeErrors].flat().map(({ index }) => index));
}
