import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Run } from '../../../notifications/activity/run.schema.js';
import { Clock } from '../../../platform/clock.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import type { ScanFilter } from '../../../platform/paging/cursor-page.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { DueTimes } from '../../../platform/queue/due-times.js';
import { KeyedSemaphore } from '../../../platform/scheduling/keyed-semaphore.js';
import type { EndedWaitsDto, EndWaitsDto } from './waits.dto.js';
import { WaitCancellation } from './wait-cancellation.service.js';
import { WaitsService } from './waits.service.js';

/** Waits that are ended together. */
const CHUNK = 500;
/** Pages that one request goes through. */
const MAX_PAGES = 10;
/** Requests of one environment that are carried out at the same time. */
const AT_ONCE = 2;

/** Ends the waits of some runs that match; returns how many it has ended. */
type EndSome = (runs: Run[], stillWaiting: QueryFilter<Run>) => Promise<number>;

/** Ends waits by hand: the runs continue now, or not at all (behaviour WA3 to WA6). */
@Injectable()
export class WaitEndings {
  private readonly slots = new KeyedSemaphore(AT_ONCE);

  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly waits: WaitsService,
    private readonly cancellation: WaitCancellation,
    private readonly due: DueTimes,
    private readonly clock: Clock,
  ) {}

  /** Makes waiting runs due. A run that a worker has claimed meanwhile stays as it is. */
  release(environment: EnvironmentRef, request: EndWaitsDto, signal: AbortSignal): Promise<EndedWaitsDto> {
    return this.endAll(environment, request, signal, async (_runs, stillWaiting) => {
      const now = this.clock.now();
      const { modifiedCount } = await this.documents.updateMany(
        { ...stillWaiting, 'wait.released': { $exists: false } } as mongo.Filter<Run>,
        { $set: { wakeAt: now, 'wait.until': now, 'wait.released': true, updatedAt: now } },
      );
      this.due.expect('runs', [now]);
      return modifiedCount;
    });
  }

  /** Cancels waiting runs. A run that a worker has claimed meanwhile is sent. */
  cancel(environment: EnvironmentRef, request: EndWaitsDto, signal: AbortSignal): Promise<EndedWaitsDto> {
    return this.endAll(environment, request, signal, (runs, stillWaiting) =>
      this.cancellation.cancel(runs, stillWaiting, signal),
    );
  }

  /** Goes through what matches, newest first, so that runs which begin or wait anew meanwhile are not met twice. */
  private async endAll(
    environment: EnvironmentRef,
    { after, ...search }: EndWaitsDto,
    signal: AbortSignal,
    endSome: EndSome,
  ): Promise<EndedWaitsDto> {
    if (Object.values(search).every((value) => value === undefined)) {
      throw ValidationException.of('notificationIds', 'notificationIds or at least one filter is required');
    }
    const filter = await this.waits.filterOf(environment, search);
    return this.slots.run(environment.id, () => this.endPages(filter, after, signal, endSome));
  }

  private async endPages(
    filter: ScanFilter<Run>,
    after: string | undefined,
    signal: AbortSignal,
    endSome: EndSome,
  ): Promise<EndedWaitsDto> {
    const result: EndedWaitsDto = { ended: 0, next: after ?? null };
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page++) {
      const { data, next } = await this.waits.find(filter, { after: result.next ?? undefined, limit: CHUNK });
      if (data.length > 0) {
        const ids = { _id: { $in: data.map(({ _id }) => _id) } };
        // What may have changed since they were read is compared once more as they are written. They are found by id: this
        // filter has no environment, with which all other indexes begin.
        result.ended += await endSome(data, { ...filter.rest, ...ids, status: 'waiting' });
      }
      result.next = next;
      if (next === null) break;
    }
    return result;
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}
