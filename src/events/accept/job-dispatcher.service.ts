import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../../platform/logging/logger.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { type Event, priorityOf } from '../store/event.schema.js';

/** Number of events whose jobs may be unconfirmed by the queue before requests wait for it. */
const MAX_PENDING = 1000;

/** Informs the worker that claimed an event of whether it was stored. */
export type Stored = (isStored: boolean) => void;

/** Delivers events in the process that stores them. */
export interface LocalWorker {
  /**
   * Claims an event that is about to be stored, and delivers it as soon as it is. Returns undefined, and changes
   * nothing, when there is no room for it.
   */
  claimNew(event: Event): Stored | undefined;
}

/**
 * Hands stored events to workers: to that of this process, if it has one with room for them, the others to the queue. A
 * job is only a hint that an event waits, so responses do not wait for the queue, which adds many jobs at little more cost
 * than one. The sweeper finds events whose job was lost because the queue was unavailable or the process died.
 */
@Injectable()
export class JobDispatcher implements BeforeApplicationShutdown {
  private pending = 0;
  private latest: Promise<void> = Promise.resolve();
  private worker: LocalWorker | undefined;

  constructor(
    private readonly queue: JobQueue,
    private readonly logger: Logger,
  ) {}

  /** The worker of this process, from its start to its end. */
  use(worker: LocalWorker | undefined): void {
    this.worker = worker;
  }

  /**
   * Has events that are about to be stored claimed by the worker of this process, as far as it has room for them. The others
   * wait for any worker.
   */
  claimNew(events: readonly Event[]): Map<Event, Stored> {
    const claimed = new Map<Event, Stored>();
    for (const event of events) {
      const stored = this.worker?.claimNew(event);
      if (stored) claimed.set(event, stored);
      else event.waiting = { priority: priorityOf(event), since: event.createdAt };
    }
    return claimed;
  }

  /** Adds jobs for the events of one request that are not claimed. Resolves immediately, unless the queue is too slow. */
  async dispatch(events: readonly Event[]): Promise<void> {
    if (events.length === 0) return;
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
      await this.queue.add(
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
