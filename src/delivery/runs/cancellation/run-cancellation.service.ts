import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { Event } from '../../../events/store/event.schema.js';
import { RunEvents } from '../../../notifications/activity/run-events.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import { Clock } from '../../../platform/clock.js';
import { IntegrationRates } from '../../sending/rates/integration-rates.service.js';
import { DigestWindowsService } from '../digest/digest-windows.service.js';
import { DigestHandover } from '../digest/digests.service.js';
import { RunCountingService } from '../execution/run-counting.service.js';

type EventRef = Pick<Event, '_id' | 'environmentId' | 'transactionId'>;

/**
 * Cancels runs of an event (behaviour T16, DG8). The event must be marked as cancelled before, so that no worker starts or wakes
 * further runs.
 */
@Injectable()
export class RunCancellation {
  constructor(
    private readonly runs: RunsService,
    private readonly runEvents: RunEvents,
    private readonly windows: DigestWindowsService,
    private readonly handover: DigestHandover,
    private readonly counting: RunCountingService,
    private readonly rates: IntegrationRates,
    private readonly clock: Clock,
  ) {}

  /** Whether there are runs that have not ended, or that an open digest of another event contains. */
  async canCancel(event: EventRef): Promise<boolean> {
    return (await this.runs.hasOpen(event)) || (await this.mergedInOpenWindows(event)).length > 0;
  }

  /** Cancels waiting runs. `isDone` is false while a worker executes others. */
  async cancelWaiting(event: EventRef): Promise<{ canceled: number; isDone: boolean }> {
    await this.handover.handOver(await this.runs.findDigesting(event));
    const counting = this.counting.newMark();
    const canceled = await this.runs.cancelWaiting(event, this.clock.now(), counting);
    if (canceled > 0) {
      await this.rates.forgetWaiting(event.environmentId);
      const ended = await this.counting.finish(counting);
      this.runEvents.stored(ended.map((run) => ({ run, ended: [] })));
    }
    return { canceled, isDone: !(await this.runs.hasOpen(event)) };
  }

  /** Cancels runs that are merged into the digest of another event. Returns their number. */
  async cancelMerged(event: EventRef): Promise<number> {
    return this.counting.cancelMerged(await this.mergedInOpenWindows(event));
  }

  private async mergedInOpenWindows(event: EventRef): Promise<Types.ObjectId[]> {
    const merged = await this.runs.findMerged(event);
    const open = await this.windows.findOpen(merged.flatMap(({ digest }) => digest ?? []));
    return merged.flatMap(({ _id, digest }) => (digest && open.has(digest.window) ? [_id] : []));
  }
}
