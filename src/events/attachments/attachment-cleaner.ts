import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Types } from 'mongoose';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { EventsService } from '../store/events.service.js';
import { AttachmentFiles } from './attachment-files.js';
import { fromHex } from '../../platform/ids.js';

/** Maximum number of events that one pass checks. */
const BATCH = 500;

/** Younger folders may belong to events that are being accepted. */
const MIN_AGE_MS = 3_600_000;

/**
 * Removes attachments of events that do not exist: those that have expired, and those that were never stored because
 * the process died after it had written their attachments. Each pass continues where the last one has stopped. Runs in
 * the roles `worker` and `all`.
 */
@Injectable()
export class AttachmentCleaner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Attachments could not be looked through; it will be tried again'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    () => this.cleanOrStartOver(),
  );
  private owners?: ReturnType<AttachmentFiles['owners']>;

  constructor(
    private readonly files: AttachmentFiles,
    private readonly events: EventsService,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    await this.startOver();
  }

  /** Checks the next events that have attachments. */
  async clean(): Promise<void> {
    const old = await this.nextOld();
    if (old.length === 0) return;
    const existing = await this.events.findExisting(old.map(({ eventId }) => eventId));
    const orphans = old.filter(({ eventId }) => !existing.has(eventId));
    for (const orphan of orphans) await this.files.remove(orphan);
    if (orphans.length > 0) this.logger.info({ events: orphans.length }, 'Attachments without an event were removed');
  }

  private async cleanOrStartOver(): Promise<void> {
    try {
      await this.clean();
    } catch (error) {
      await this.startOver();
      throw error;
    }
  }

  private async nextOld(): Promise<{ environmentId: string; eventId: Types.ObjectId }[]> {
    const youngest = this.clock.now().getTime() - MIN_AGE_MS;
    const old = [];
    this.owners ??= this.files.owners();
    for (let seen = 0; seen < BATCH; seen += 1) {
      const { done, value: owner } = await this.owners.next();
      if (done) {
        this.owners = undefined;
        break;
      }
      const eventId = fromHex(owner.eventId);
      if (eventId.getTimestamp().getTime() <= youngest) old.push({ ...owner, eventId });
    }
    return old;
  }

  /** Closes the folders that are open. */
  private async startOver(): Promise<void> {
    await this.owners?.return(undefined).catch(() => undefined);
    this.owners = undefined;
  }
}
