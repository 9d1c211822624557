import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { EventsService } from '../../events/events.service.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import type { DigestedEvent, DigestedEvents } from './digest.js';
import type { WindowRuns } from './digest-windows.service.js';

/** Events of one window that templates can list; `eventCount` counts all of them. */
const MAX_LISTED = 1000;
/** Runs that are looked up together. */
const CHUNK = 5000;

/** Reads the events that runs in digest windows stand for. */
@Injectable()
export class DigestEvents {
  constructor(
    private readonly runs: RunsService,
    private readonly events: EventsService,
  ) {}

  /** The events of windows by hexadecimal window id, oldest first, without those that were canceled (behaviour DG8). */
  async ofWindows(windows: readonly WindowRuns[]): Promise<Map<string, DigestedEvents>> {
    if (windows.length === 0) return new Map();
    const eventIds = await this.eventIds(windows.flatMap(({ runs }) => runs));
    const members = windows.map(({ window, runs }) => ({
      key: window.toHexString(),
      events: runs.flatMap((run) => eventIds.get(run.toHexString()) ?? []),
    }));
    const listed = new Set(members.flatMap(({ events }) => events.slice(0, MAX_LISTED)));
    const found = await this.events.findMany([...listed].map((id) => new Types.ObjectId(id)));
    return new Map(
      members.map(({ key, events }) => [
        key,
        {
          eventCount: events.length,
          events: events
            .slice(0, MAX_LISTED)
            .flatMap((id): DigestedEvent[] => {
              const event = found.get(id);
              return event ? [{ id, time: event.createdAt, payload: event.payload }] : [];
            })
            .toSorted((a, b) => a.time.getTime() - b.time.getTime() || a.id.localeCompare(b.id)),
        },
      ]),
    );
  }

  /** Hexadecimal event ids by hexadecimal run id. */
  private async eventIds(runs: readonly Types.ObjectId[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (let start = 0; start < runs.length; start += CHUNK) {
      for (const run of await this.runs.findNotCanceled(runs.slice(start, start + CHUNK))) {
        ids.set(run._id.toHexString(), run.eventId.toHexString());
      }
    }
    return ids;
  }
}
