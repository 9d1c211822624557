import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, QueryFilter, Types } from 'mongoose';
import { EventsService } from '../../../events/store/events.service.js';
import type { DigestMembership } from '../../../notifications/activity/run.schema.js';
import { Run } from '../../../notifications/activity/run.schema.js';
import { RunEvents } from '../../../notifications/activity/run-events.js';
import { closedAs, entering, stateOf } from '../../../notifications/activity/run-state.js';
import { Clock } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { IdSet } from '../../../platform/ids.js';
import { Logger } from '../../../platform/logging/logger.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { pollUntil } from '../../../platform/scheduling/poll-until.js';
import { IntegrationRates } from '../../sending/rates/integration-rates.service.js';
import { AttachmentRelease } from '../attachment-release.service.js';
import { DigestWindowsService } from '../digest/digest-windows.service.js';
import { RunCountingService } from '../execution/run-counting.service.js';

/** Cancels runs that wait, and digests with all their events (behaviour WA5). */
@Injectable()
export class WaitCancellation {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly events: EventsService,
    private readonly windows: DigestWindowsService,
    private readonly counting: RunCountingService,
    private readonly runEvents: RunEvents,
    private readonly rates: IntegrationRates,
    private readonly attachments: AttachmentRelease,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Cancels those of the runs that still wait, and returns their number. */
  async cancel(runs: readonly Run[], stillWaiting: QueryFilter<Run>, signal: AbortSignal): Promise<number> {
    const now = this.clock.now();
    const digests = runs.flatMap((run) => {
      const state = stateOf(run);
      return state.kind === 'waiting' && state.for === 'digest' ? [{ opener: run._id, ...state.digest }] : [];
    });
    // Closed before its run is canceled, so that no further event joins it; a run that a worker has by then still sends it.
    await this.windows.retire(digests.map(({ group, window }) => ({ group, window, until: now })));
    const counting = this.counting.newMark();
    const { $set, $unset } = entering(closedAs('canceled', { counting }));
    const { modifiedCount } = await this.documents.updateMany(stillWaiting as mongo.Filter<Run>, {
      $set: { ...$set, updatedAt: now },
      $unset,
    });
    if (modifiedCount === 0) return 0;
    const ended = await this.counting.finish(counting);
    this.runEvents.stored(ended.map((run) => ({ run, ended: [] })));
    const canceled = new IdSet(ended.map(({ _id }) => _id));
    await this.cancelMembers(
      digests.filter(({ opener }) => canceled.has(opener)),
      signal,
    );
    await this.rates.forgetWaiting(ended[0]!.environmentId);
    const events = await this.events.findMany(ended.map(({ eventId }) => eventId));
    for (const event of events.values()) await this.attachments.release(event);
    return modifiedCount;
  }

  /** Cancels the runs that were merged into canceled ones. Waits for those that are joining, which takes a fraction of a second. */
  private async cancelMembers(digests: readonly DigestMembership[], signal: AbortSignal): Promise<void> {
    if (digests.length === 0) return;
    const closed = await this.windows.read(digests.map(({ window }) => window));
    const members = closed.flatMap(({ runs }) => runs);
    const cancelAll = async (): Promise<boolean> => {
      await this.counting.cancelMerged(members);
      return !(await this.isJoining(members));
    };
    const ended = await pollUntil(this.config.cancelWaitSeconds, cancelAll, { signal });
    if (!ended && !signal.aborted)
      this.logger.warn({ digests: digests.length }, 'A worker may still be at a canceled digest');
  }

  private async isJoining(ids: readonly Types.ObjectId[]): Promise<boolean> {
    const running = { _id: { $in: [...ids] }, status: 'running' } as const;
    return (await this.documents.findOne(running, { projection: { _id: 1 } })) !== null;
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}
