import type { TimeZone } from './time-zone.js';

/**
 * Local time as milliseconds: the instant at which a clock in UTC would show the same time. This allows arithmetic
 * on local days and hours without objects.
 */
export type WallTime = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the local time of a zone at an instant. */
export function wallTimeAt(zone: TimeZone, instant: number): WallTime {
  return instant + zone.offsetAt(instant);
}

/** Returns midnight of the local day of a wall time. */
export function startOfWallDay(wall: WallTime): WallTime {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

/** Converts wall times near one local day to instants: one offset, or two with the instant of the clock change. */
export interface DayClock {
  readonly before: number;
  readonly after: number;
  /** The first instant at which `after` applies; undefined on days without a change, which are most. */
  readonly switchAt: number | undefined;
}

/**
 * Returns the clock of the local day that begins at `day`. Zones are between 12 hours behind UTC and 14 hours ahead.
 */
export function dayClock(zone: TimeZone, day: WallTime): DayClock {
  const from = day - 15 * HOUR_MS;
  const to = day + DAY_MS + 13 * HOUR_MS;
  const switchAt = zone.switchBetween(from, to);
  const before = zone.offsetAt(from);
  return { before, after: switchAt === undefined ? before : zone.offsetAt(switchAt), switchAt };
}

/** The instants of a wall time: the first, and a second one if clocks went back over it. */
export interface WallInstants {
  first: number;
  second?: number;
}

/**
 * Returns the instants of a wall time. A time that clocks skip moves by the length of the gap: 2:30 in a gap from
 * 2:00 to 3:00 is 3:30.
 */
export function instantsOfWall(clock: DayClock, wall: WallTime): WallInstants {
  const { before, after, switchAt } = clock;
  if (switchAt === undefined || wall < switchAt + Math.min(before, after)) return { first: wall - before };
  if (wall >= switchAt + Math.max(before, after)) return { first: wall - after };
  return after > before ? { first: wall - before } : { first: wall - before, second: wall - after };
}

/** An interval of instants, without its end. */
export interface Interval {
  start: number;
  end: number;
}

/** Returns the instants with a wall time in `[from, to)`: none in a gap, two intervals where clocks went back. */
export function intervalsOfWall(clock: DayClock, from: WallTime, to: WallTime): Interval[] {
  const { before, after, switchAt } = clock;
  if (switchAt === undefined) return [{ start: from - before, end: to - before }];
  const early = { start: from - before, end: Math.min(to - before, switchAt) };
  const late = { start: Math.max(from - after, switchAt), end: to - after };
  return [early, late].filter((interval) => interval.start < interval.end);
}
