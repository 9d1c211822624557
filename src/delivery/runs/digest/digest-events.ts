import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { EventsService } from '../../../events/store/events.service.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import type { DigestedEvent, DigestedEvents } from '../../engine/step-effects.js';
import type { WindowRuns } from './digest-windows.service.js';
import { inBatches } from '../../../platform/values/group-by.js';
import { IdMap } from '../../../platform/ids.js';

/** Maximum number of events that templates can list; `eventCount` counts all of them. */
const MAX_LISTED = 1000;
/** Runs that are read together. */
const CHUNK = 5000;

/** Reads the events of the runs in digest windows. */
@Injectable()
export class DigestEvents {
  constructor(
    private readonly runs: RunsService,
    private readonly events: EventsService,
  ) {}

  /** Returns the events by window id, oldest first, without those of canceled runs (behaviour DG8). */
  async ofWindows(windows: readonly WindowRuns[]): Promise<IdMap<DigestedEvents>> {
    if (windows.length === 0) return new IdMap();
    const eventIds = await this.eventIds(windows.flatMap(({ runs }) => runs));
    const members = windows.map(({ window, runs }) => ({
      window,
      events: runs.flatMap((run) => eventIds.get(run) ?? []),
    }));
    const listed = new IdMap(members.flatMap(({ events }) => events.slice(0, MAX_LISTED)).map((id) => [id, id]));
    const found = await this.events.findMany([...listed.values()]);
    return new IdMap(
      members.map(({ window, events }) => [
        window,
        {
          eventCount: events.length,
          events: events
            .slice(0, MAX_LISTED)
            .flatMap((id): DigestedEvent[] => {
              const event = found.get(id);
              if (!event) return [];
              const { createdAt: time, payload, validUntil, trace } = event;
              return [{ id: id.toHexString(), time, payload, ...(validUntil && { validUntil }), trace }];
            })
            .toSorted((a, b) => a.time.getTime() - b.time.getTime() || a.id.localeCompare(b.id)),
        },
      ]),
    );
  }

  /** Returns event ids by run id. */
  private async eventIds(runs: readonly Types.ObjectId[]): Promise<IdMap<Types.ObjectId>> {
    const ids = new IdMap<Types.ObjectId>();
    for (const chunk of inBatches(runs, CHUNK)) {
      for (const run of await this.runs.findNotCanceled(chunk)) {
        ids.set(run._id, run.eventId);
      }
    }
    return ids;
  }
}
