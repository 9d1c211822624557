import { Injectable, Module } from '@nestjs/common';
import type { Event } from '../../events/event.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { pollUntil } from '../../platform/poll-until.js';
import { CountingModule, RunCountingService } from '../counting/run-counting.service.js';
import { DigestWindowsService } from '../digest/digest-windows.service.js';
import { DigestModule } from '../digest/digest.module.js';
import { DigestHandover } from '../digest/digests.service.js';

/** Cancels what the runs of an event have not done yet. */
@Injectable()
export class RunCancellationService {
  constructor(
    private readonly runs: RunsService,
    private readonly windows: DigestWindowsService,
    private readonly handover: DigestHandover,
    private readonly counting: RunCountingService,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Whether there is something to cancel. */
  async canCancel(event: EventRef): Promise<boolean> {
    return (await this.runs.hasOpen(event)) || (await this.mergedInOpenWindows(event)).length > 0;
  }

  /**
   * Cancels runs that wait, and events that wait in the digest of another one (behaviour T16, DG8). Runs that a worker is
   * at are waited for, so that nothing is sent after the answer. Returns how many were canceled. The event must have been
   * marked before, so that nobody starts or wakes others.
   */
  async cancel(event: EventRef): Promise<number> {
    let canceled = 0;
    const ended = await pollUntil(this.config.cancelWaitSeconds, async () => {
      await this.handover.handOver(await this.runs.findDigesting(event));
      canceled += await this.cancelWaiting(event);
      return !(await this.runs.hasOpen(event));
    });
    if (!ended)
      this.logger.warn({ transactionId: event.transactionId }, 'Cancelled, but a worker may still be at a run');
    return canceled + (await this.runs.cancelMerged(await this.mergedInOpenWindows(event), this.clock.now()));
  }

  private async cancelWaiting(event: EventRef): Promise<number> {
    const counting = this.counting.newMark();
    const canceled = await this.runs.cancelWaiting(event, this.clock.now(), counting);
    if (canceled > 0) await this.counting.finish(counting);
    return canceled;
  }

  private async mergedInOpenWindows(event: EventRef) {
    const merged = await this.runs.findMerged(event);
    const open = await this.windows.findOpen(merged.flatMap(({ digest }) => digest ?? []));
    return merged.flatMap(({ _id, digest }) => (digest && open.has(digest.window.toHexString()) ? [_id] : []));
  }
}

type EventRef = Pick<Event, '_id' | 'environmentId' | 'transactionId'>;

@Module({
  imports: [CountingModule, DigestModule, NotificationsModule],
  providers: [RunCancellationService],
  exports: [RunCancellationService],
})
export class RunCancellationModule {}
