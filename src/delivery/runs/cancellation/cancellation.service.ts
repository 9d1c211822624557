import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { logIdsOf } from '../../../events/store/log-ids.js';
import type { Event } from '../../../events/store/event.schema.js';
import type { Counters } from '../../../events/store/expansion.js';
import { EventsService } from '../../../events/store/events.service.js';
import { type CancelledChunk, EventCancellationStore } from './event-cancellation.store.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { NEVER } from '../../../platform/deadline.js';
import { KeyedSemaphore } from '../../../platform/scheduling/keyed-semaphore.js';
import { pollUntil } from '../../../platform/scheduling/poll-until.js';
import { SharedWork } from '../../../platform/scheduling/shared-work.js';
import { AttachmentRelease } from '../attachment-release.service.js';
import { RunCountingService } from '../execution/run-counting.service.js';
import { RunCancellation } from './run-cancellation.service.js';

/** Cancellations of one environment that a process carries out at the same time. */
const AT_ONCE = 20;

type EventRef = Pick<Event, '_id' | 'environmentId' | 'transactionId'>;

/**
 * Cancels what has not been sent yet: first the event, then its runs. A cancellation that is interrupted is completed when
 * it is requested again.
 */
@Injectable()
export class CancellationService {
  /** Requests for the same event share its cancellation. */
  private readonly running = new SharedWork<boolean>();
  private readonly slots = new KeyedSemaphore(AT_ONCE);

  constructor(
    private readonly events: EventsService,
    private readonly cancellations: EventCancellationStore,
    private readonly runs: RunCancellation,
    private readonly counting: RunCountingService,
    private readonly attachments: AttachmentRelease,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Cancels the event with this transaction id: recipients without a run get none (behaviour T17), and waiting runs do not
   * continue (T16). Sent messages stay sent. Waits for a chunk that is being sent, so that nothing is sent after the
   * response; not once the signal has aborted, and then a further request waits again. Returns false when there was nothing to
   * cancel.
   */
  cancel(environment: EnvironmentRef, transactionId: string, signal: AbortSignal): Promise<boolean> {
    const id = environment.id.toHexString();
    return this.running.join(`${id} ${transactionId}`, signal, (end) =>
      this.slots.run(id, () => this.cancelOnce(environment, transactionId, end)),
    );
  }

  private async cancelOnce(environment: EnvironmentRef, transactionId: string, signal: AbortSignal): Promise<boolean> {
    const event = await this.events.findByTransaction(environment, transactionId);
    if (!event || event.cancellationEnded) return false;
    const begun = event.cancelledAt !== undefined || (await this.cancellations.stop(event));
    if (!begun) {
      if (!(await this.runs.canCancel(event))) return false;
      await this.cancellations.begin(event);
    }
    await this.chunkEnded(event, signal);
    const canceled = await this.cancelRuns(event, signal);
    await this.attachments.release(event);
    // One whose end nobody has waited for is repeated by the next request.
    if (!signal.aborted) await this.cancellations.end(event);
    this.logger.info({ ...logIdsOf(event), runs: canceled }, 'Event cancelled');
    return begun || canceled > 0;
  }

  /**
   * Ends a chunk whose event was cancelled, or claimed by another worker, while the chunk was being sent. Runs that this
   * worker has stored for a cancelled event are cancelled. `leased`: runs that no other worker counts.
   */
  async endLostChunk(claimed: CancelledChunk, result: { counters: Counters }, leased: Types.ObjectId[]): Promise<void> {
    const counted = await this.cancellations.count(claimed, result);
    // The other worker counts the runs of the chunk that it has executed, and those that had ended by then.
    if (!counted) await this.counting.countEnded(leased);
    const now = await this.events.find(claimed.event._id);
    if (!now?.cancelledAt) return;
    await this.cancelRuns(now, NEVER);
    await this.attachments.release(now);
  }

  private async chunkEnded(event: Event, signal: AbortSignal): Promise<void> {
    const ended = await pollUntil(
      this.config.cancelWaitSeconds,
      async () => !(await this.cancellations.isClaimed(event)),
      { signal },
    );
    if (ended || signal.aborted) return;
    this.logger.warn(logIdsOf(event), 'Cancelled, but a worker may still be sending a chunk');
  }

  /**
   * Cancels waiting runs, and runs merged into the digest of another event. Waits for runs that a worker is executing, so
   * that nothing is sent after the response. Returns the number of canceled runs.
   */
  private async cancelRuns(event: EventRef, signal: AbortSignal): Promise<number> {
    let canceled = 0;
    const cancelAll = async (): Promise<boolean> => {
      const waiting = await this.runs.cancelWaiting(event);
      canceled += waiting.canceled;
      return waiting.isDone;
    };
    const ended = await pollUntil(this.config.cancelWaitSeconds, cancelAll, { signal });
    if (!ended && !signal.aborted) this.logger.warn(logIdsOf(event), 'Cancelled, but a worker may still be at a run');
    return canceled + (await this.runs.cancelMerged(event));
  }
}
