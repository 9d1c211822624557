import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../../platform/logging/logger.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { type Event, priorityOf } from '../event.schema.js';

/** Number of events whose jobs may be unconfirmed by the queue before requests wait for it. */
const MAX_PENDING = 1000;

/**
 * Adds jobs for stored events to the queue. A job is only a hint that an event waits, so responses do not wait for the
 * queue, which adds many jobs at little more cost than one. The sweeper finds events whose job was lost because the
 * queue was unavailable or the process died.
 */
@Injectable()
export class JobDispatcher implements BeforeApplicationShutdown {
  private pending = 0;
  private latest: Promise<void> = Promise.resolve();

  constructor(
    private readonly queue: JobQueue,
    private readonly logger: Logger,
  ) {}

  /** Adds jobs for the events of one request. Resolves immediately, unless the queue is too slow. */
  async dispatch(events: readonly Event[]): Promise<void> {
    this.pending += events.length;
    const added = this.add(events);
    this.latest = Promise.all([this.latest, added]).then(() => undefined);
    if (this.pending > MAX_PENDING) await added;
  }

  /** Waits until the queue has all jobs. */
  beforeApplicationShutdown(): Promise<void> {
    return this.latest;
  }

  private async add(events: readonly Event[]): Promise<void> {
    try {
      await this.queue.addStored(
        events.map((event) => ({
          environmentId: event.environmentId.toHexString(),
          priority: priorityOf(event),
          eventIds: [event._id.toHexString()],
        })),
      );
    } catch (error) {
      this.logger.warn(
        { err: error },
        'The trigger is stored, but could not be added to the queue; the sweeper delivers it',
      );
    } finally {
      this.pending -= events.length;
    }
  }
}
