import { resolveZone } from '#libs/schedule/zones/time-zone.js';
import { dayClock, instantsOfWall, startOfWallDay, wallTimeAt } from '#libs/schedule/zones/wall-clock.js';
import { DAY_MS } from '../../platform/clock.js';

const MAX_DAYS = 730;

/** The first and the last day until which one can pause, as browsers write days. */
export function pauseDays(now: Date, timezone: string | undefined): { first: string; last: string } {
  const today = startOfWallDay(wallTimeAt(resolveZone(timezone), now.getTime()));
  return { first: toDay(today + DAY_MS), last: toDay(today + MAX_DAYS * DAY_MS) };
}

/** The beginning of a day in the zone of the person; undefined unless it is one of {@link pauseDays}. */
export function readPauseDay(day: string, now: Date, timezone: string | undefined): Date | undefined {
  const { first, last } = pauseDays(now, timezone);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < first || day > last) return undefined;
  const wall = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(wall) || toDay(wall) !== day) return undefined;
  return new Date(instantsOfWall(dayClock(resolveZone(timezone), wall), wall).first);
}

function toDay(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
