import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../../platform/logging/logger.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { type Event, priorityOf } from '../event.schema.js';

/** Events whose turns may be on their way to the queue before requests wait for it. */
const MAX_PENDING = 1000;

/**
 * Tells workers of stored events. A turn is only a hint, so that an answer does not wait until the queue has it: the more
 * come together, the less each costs. What is lost on the way, because the queue is away or the process dies, is found
 * by the sweeper.
 */
@Injectable()
export class JobDispatcher implements BeforeApplicationShutdown {
  private pending = 0;
  private latest: Promise<void> = Promise.resolve();

  constructor(
    private readonly queue: JobQueue,
    private readonly logger: Logger,
  ) {}

  /** Takes the events of one request. Resolves at once, unless the queue is slower than what comes. */
  async dispatch(events: readonly Event[]): Promise<void> {
    this.pending += events.length;
    const added = this.add(events);
    this.latest = Promise.all([this.latest, added]).then(() => undefined);
    if (this.pending > MAX_PENDING) await added;
  }

  /** Gives the queue what is on its way, as long as it is there. */
  beforeApplicationShutdown(): Promise<void> {
    return this.latest;
  }

  private async add(events: readonly Event[]): Promise<void> {
    try {
      await this.queue.add(
        events.map((event) => ({
          environmentId: event.environmentId.toHexString(),
          priority: priorityOf(event),
          eventIds: [event._id.toHexString()],
        })),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'Trigger stored, but the queue could not be told; the sweeper will deliver it');
    } finally {
      this.pending -= events.length;
    }
  }
}
