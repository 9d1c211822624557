import { channelFacts } from '../../channels.js';
import { knownZone, resolveZone, type TimeZone } from '../zones/time-zone.js';
import { DAY_MS, dayClock, intervalsOfWall, MINUTE_MS, startOfWallDay, wallTimeAt } from '../zones/wall-clock.js';
import { formatTimeOfDay, parseTimeOfDay, type Schedule, WEEKDAYS } from './weekly-schedule.js';

/** Returns whether a step must respect the schedule: in-app, action steps and critical workflows do not (Q2, Q3). */
export function isSubjectToSchedule(stepType: string, critical: boolean): boolean {
  return !critical && channelFacts(stepType)?.hasHours === true;
}

/**
 * Returns whether the schedule allows sending at `now` (Q1 to Q7). No schedule, or a disabled one, always allows it.
 * @param zone IANA name of the subscriber's zone; UTC if it is missing or unknown
 */
export function isWithinSchedule(schedule: Schedule | undefined, zone: string | undefined, now: Date): boolean {
  if (!schedule?.isEnabled) return true;
  const wall = wallTimeAt(resolveZone(zone), now.getTime());
  const minute = (wall - startOfWallDay(wall)) / MINUTE_MS;
  return allowedMinutes(schedule, weekdayOf(wall)).some(({ from, to }) => minute >= from && minute < to);
}

/** A range that falls into the gap of a clock change is skipped once, so the second week is searched too. */
const DAYS_AHEAD = 15;

/**
 * Returns the first instant from `now` on at which the schedule allows sending: `now` itself inside the hours.
 * @returns undefined if the schedule never allows sending
 */
export function nextAllowedInstant(
  schedule: Schedule | undefined,
  zone: string | undefined,
  now: Date,
): Date | undefined {
  if (!schedule?.isEnabled) return now;
  const place = resolveZone(zone);
  const time = now.getTime();
  const today = startOfWallDay(wallTimeAt(place, time));
  let found: number | undefined;
  // Yesterday counts too: if clocks go back over midnight, its last hour occurs again.
  for (let day = today - DAY_MS; day <= today + DAYS_AHEAD * DAY_MS; day += DAY_MS) {
    if (found !== undefined && day > startOfWallDay(wallTimeAt(place, found)) + DAY_MS) break;
    found = earliest(found, firstAllowedOn(schedule, place, day, time));
  }
  return found === undefined ? undefined : new Date(found);
}

function firstAllowedOn(schedule: Schedule, zone: TimeZone, day: number, now: number): number | undefined {
  const ranges = allowedMinutes(schedule, weekdayOf(day));
  if (ranges.length === 0) return undefined;
  const clock = dayClock(zone, day);
  return ranges
    .flatMap(({ from, to }) => intervalsOfWall(clock, day + from * MINUTE_MS, day + to * MINUTE_MS))
    .filter((interval) => interval.end > now)
    .map((interval) => Math.max(interval.start, now))
    .reduce<number | undefined>(earliest, undefined);
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

function weekdayOf(wall: number): number {
  return new Date(wall).getUTCDay();
}

/** How often a wait may be extended before the run continues anyway (Q8). */
export const DEFAULT_MAX_EXTENSIONS = 3;

export interface EndingWait {
  /** The step's own setting; off by default. */
  extendToSchedule: boolean;
  critical: boolean;
  schedule: Schedule | undefined;
  zone: string | undefined;
  /** How often this wait has been extended already. */
  extensions: number;
  /** Default 3. */
  maxExtensions?: number;
}

/**
 * Returns until when a delay or digest that ends at `end` keeps waiting because that is outside the subscriber's hours
 * (Q8).
 * @returns undefined if the run continues now: the setting is off, the workflow is critical, the end is inside the
 * hours, the extensions are used up, or no allowed instant exists
 */
export function extendedWait(wait: EndingWait, end: Date): Date | undefined {
  if (!wait.extendToSchedule || wait.critical) return undefined;
  if (wait.extensions >= (wait.maxExtensions ?? DEFAULT_MAX_EXTENSIONS)) return undefined;
  if (isWithinSchedule(wait.schedule, wait.zone, end)) return undefined;
  return nextAllowedInstant(wait.schedule, wait.zone, end);
}

/**
 * The time at which a schedule was checked, as text: `localTime` as `saturday 03:12 AM`, and the `hours` of that day.
 */
export interface HoursAt {
  timezone: string;
  localTime: string;
  hours: string;
}

/** Describes what {@link isWithinSchedule} has checked. */
export function hoursAt(schedule: Schedule, zone: string | undefined, now: Date): HoursAt {
  const place = resolveZone(zone);
  const wall = wallTimeAt(place, now.getTime());
  const weekday = new Date(wall).getUTCDay();
  const minute = Math.floor((wall - startOfWallDay(wall)) / MINUTE_MS);
  const ranges = allowedMinutes(schedule, weekday).map(
    ({ from, to }) => `${formatTimeOfDay(from)} to ${formatTimeOfDay(to - 1)}`,
  );
  return {
    timezone: knownZone(zone),
    localTime: `${WEEKDAYS[weekday]} ${formatTimeOfDay(minute)}`,
    hours: ranges.join(', ') || 'none',
  };
}

/** Minutes of one local day, `from` included and `to` excluded. */
export interface MinuteRange {
  from: number;
  to: number;
}

const MINUTES_PER_DAY = 1440;

/**
 * Returns the minutes of one local day in which an enabled schedule allows sending, unsorted and possibly overlapping. Both
 * ends of a range are included (Q5). A range that ends before it starts covers the rest of its day and the next day up to
 * the end, even if the next day is not enabled (Q6).
 * @param weekday 0 for Sunday to 6 for Saturday
 */
export function allowedMinutes(schedule: Schedule, weekday: number): MinuteRange[] {
  const own = rangesOf(schedule, weekday).map(({ start, end }) => ({
    from: start,
    to: end < start ? MINUTES_PER_DAY : end + 1,
  }));
  const fromYesterday = rangesOf(schedule, (weekday + 6) % 7)
    .filter(({ start, end }) => end < start)
    .map(({ end }) => ({ from: 0, to: end + 1 }));
  return [...own, ...fromYesterday];
}

/** A range with invalid times allows nothing; schedules are validated when they are saved. */
function rangesOf(schedule: Schedule, weekday: number): { start: number; end: number }[] {
  const name = WEEKDAYS[weekday];
  const day = name && schedule.weeklySchedule?.[name];
  if (!day?.isEnabled) return [];
  return (day.hours ?? []).flatMap((range) => {
    const start = parseTimeOfDay(range.start);
    const end = parseTimeOfDay(range.end);
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}
