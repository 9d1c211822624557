import { Injectable } from '@nestjs/common';
import { pollUntil } from '../../platform/poll-until.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import type { Event } from '../../events/event.schema.js';
import { AttachmentRelease } from '../attachment-release.service.js';
import { RunCancellationService } from './run-cancellation.service.js';
import { EventsService } from '../../events/events.service.js';
import { EventProgressStore } from '../../events/expansion/event-progress.store.js';

/** Stops what has not been sent yet. */
@Injectable()
export class CancellationService {
  constructor(
    private readonly events: EventsService,
    private readonly progress: EventProgressStore,
    private readonly runs: RunCancellationService,
    private readonly attachments: AttachmentRelease,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Cancels the event with this transaction id: recipients that have no run yet get none (behaviour T17), and runs that
   * wait do not go on (T16). What is sent stays. A chunk that is just being sent is waited for, so that nothing is sent
   * after the answer. False when there was nothing to cancel. A cancellation that was cut short is done again.
   */
  async cancel(environment: EnvironmentRef, transactionId: string): Promise<boolean> {
    const event = await this.events.findByTransaction(environment, transactionId);
    if (!event || event.cancellationEnded) return false;
    const begun = event.cancelledAt !== undefined || (await this.progress.stop(event));
    if (!begun) {
      if (!(await this.runs.canCancel(event))) return false;
      await this.progress.markCancelled(event);
    }
    await this.chunkEnded(event);
    const canceled = await this.runs.cancel(event);
    await this.attachments.release(event);
    await this.progress.endCancellation(event);
    this.logger.info({ transactionId, runs: canceled }, 'Event cancelled');
    return begun || canceled > 0;
  }

  /** Cancels runs that a worker stored for the event while it was being cancelled. */
  async cancelLatecomers(event: Event): Promise<void> {
    const now = await this.events.find(event._id);
    if (!now?.cancelledAt) return;
    await this.runs.cancel(now);
    await this.attachments.release(now);
  }

  private async chunkEnded(event: Event): Promise<void> {
    const ended = await pollUntil(this.config.cancelWaitSeconds, async () => !(await this.progress.isClaimed(event)));
    if (ended) return;
    this.logger.warn({ transactionId: event.transactionId }, 'Cancelled, but a worker may still be sending a chunk');
  }
}
