import { resolveZone, type TimeZone } from '../zones/time-zone.js';
import { DAY_MS, dayClock, intervalsOfWall, MINUTE_MS, startOfWallDay, wallTimeAt } from '../zones/wall-clock.js';
import { allowedMinutes } from './allowed-minutes.js';
import type { Schedule } from './weekly-schedule.js';

const SCHEDULED_STEPS: readonly string[] = ['email', 'sms', 'push', 'chat'];

/** Whether a step has to respect the schedule at all: in-app, action steps and critical workflows do not (Q2, Q3). */
export function isSubjectToSchedule(stepType: string, critical: boolean): boolean {
  return !critical && SCHEDULED_STEPS.includes(stepType);
}

/**
 * Whether the schedule allows sending at `now` (Q1 to Q7). No schedule, or a disabled one, always allows.
 * @param zone IANA name of the subscriber's zone; none or an unknown one is UTC
 */
export function isWithinSchedule(schedule: Schedule | undefined, zone: string | undefined, now: Date): boolean {
  if (!schedule?.isEnabled) return true;
  const wall = wallTimeAt(resolveZone(zone), now.getTime());
  const minute = (wall - startOfWallDay(wall)) / MINUTE_MS;
  return allowedMinutes(schedule, weekdayOf(wall)).some(({ from, to }) => minute >= from && minute < to);
}

/** A range that falls into the gap of a switch is missing once, so the second week has to be looked at too. */
const DAYS_AHEAD = 15;

/**
 * The first instant from `now` on at which the schedule allows sending: `now` itself inside the hours.
 * @returns undefined when the schedule allows nothing at all
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
  // Yesterday counts too: clocks that go back over midnight show its last hour again.
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
