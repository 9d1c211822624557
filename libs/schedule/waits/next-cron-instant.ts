import { failure, type Outcome, shown, success } from '../outcome.js';
import { resolveZone } from '../zones/time-zone.js';
import {
  DAY_MS,
  type DayClock,
  dayClock,
  HOUR_MS,
  instantsOfWall,
  MINUTE_MS,
  startOfWallDay,
  type WallTime,
  wallTimeAt,
} from '../zones/wall-clock.js';
import { type CronPattern, parseCron } from './cron-pattern.js';

/** 29 February can be eight years away, around a century that is not a leap year. */
const DAYS_AHEAD = 8 * 366 + 2;

/**
 * The first instant strictly after `after` that a cron expression names on the wall clock of a zone (Y2, DG4).
 *
 * When clocks go forward, a time that is skipped comes as much later as the clocks moved (2:30 becomes 3:30), so a daily
 * job is not lost. When they go back, a time that comes twice counts once, the first time; only patterns for every hour
 * (`*` in the hour field) go on through both hours.
 * @param zone IANA name; none or an unknown one is UTC
 */
export function nextCronInstant(expression: string, zone: string | undefined, after: Date): Outcome<Date> {
  const parsed = parseCron(expression);
  if (!parsed.ok) return parsed;
  const pattern = parsed.value;
  const place = resolveZone(zone);
  const time = after.getTime();
  // A skipped time of yesterday may come today, so the search begins a day early.
  const firstDay = startOfWallDay(wallTimeAt(place, time)) - DAY_MS;
  let found: number | undefined;
  for (let index = 0; index < DAYS_AHEAD; index += 1) {
    const day = firstDay + index * DAY_MS;
    if (!pattern.matchesDay(day)) {
      if (found !== undefined) break;
      continue;
    }
    const clock = dayClock(place, day);
    const onDay = firstOn(pattern, day, clock, time);
    if (onDay !== undefined && (found === undefined || onDay < found)) found = onDay;
    // Only a switch over midnight lets an instant of the following day come first.
    if (found !== undefined && clock.switchAt === undefined) break;
  }
  return found === undefined ? failure(`cron expression ${shown(expression)} never comes`) : success(new Date(found));
}

function firstOn(pattern: CronPattern, day: WallTime, clock: DayClock, after: number): number | undefined {
  if (clock.switchAt === undefined) {
    for (const wall of wallTimesOn(pattern, day, after + clock.before)) return wall - clock.before;
    return undefined;
  }
  const everyHour = pattern.hours.length === 24;
  let found = Number.POSITIVE_INFINITY;
  for (const wall of wallTimesOn(pattern, day, day - 1)) {
    const { first, second } = instantsOfWall(clock, wall);
    if (first > after) found = Math.min(found, first);
    if (everyHour && second !== undefined && second > after) found = Math.min(found, second);
  }
  return Number.isFinite(found) ? found : undefined;
}

/** The wall times a pattern names on one day, later than `after`, in order. */
function* wallTimesOn(pattern: CronPattern, day: WallTime, after: WallTime): Generator<WallTime> {
  for (const hour of pattern.hours) {
    const hourStart = day + hour * HOUR_MS;
    if (hourStart + HOUR_MS <= after) continue;
    for (const minute of pattern.minutes) {
      const minuteStart = hourStart + minute * MINUTE_MS;
      if (minuteStart + MINUTE_MS <= after) continue;
      for (const second of pattern.seconds) {
        const wall = minuteStart + second * 1000;
        if (wall > after) yield wall;
      }
    }
  }
}
