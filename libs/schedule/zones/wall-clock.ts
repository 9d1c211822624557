import type { TimeZone } from './time-zone.js';

/**
 * What a clock on the wall shows, as the milliseconds at which a clock in UTC would show the same: arithmetic on local
 * days and hours without an object for each.
 */
export type WallTime = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What the wall clock of a zone shows at an instant. */
export function wallTimeAt(zone: TimeZone, instant: number): WallTime {
  return instant + zone.offsetAt(instant);
}

/** Midnight of the local day a wall time belongs to. */
export function startOfWallDay(wall: WallTime): WallTime {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

/** How wall times near one local day turn into instants: one offset, or two with the instant of the switch. */
export interface DayClock {
  readonly before: number;
  readonly after: number;
  /** The first instant at which `after` holds; undefined on the many days without a switch. */
  readonly switchAt: number | undefined;
}

/** The clock of the local day that begins at `day`. Zones lie between 12 hours behind UTC and 14 hours ahead. */
export function dayClock(zone: TimeZone, day: WallTime): DayClock {
  const from = day - 15 * HOUR_MS;
  const to = day + DAY_MS + 13 * HOUR_MS;
  const switchAt = zone.switchBetween(from, to);
  const before = zone.offsetAt(from);
  return { before, after: switchAt === undefined ? before : zone.offsetAt(switchAt), switchAt };
}

/** The instants at which the wall shows this time: the first, and the second where clocks went back over it. */
export interface WallInstants {
  first: number;
  second?: number;
}

/**
 * A wall time that clocks skipped becomes the instant as long after the switch as it would have been: 2:30 in a gap from
 * 2:00 to 3:00 is 3:30.
 */
export function instantsOfWall(clock: DayClock, wall: WallTime): WallInstants {
  const { before, after, switchAt } = clock;
  if (switchAt === undefined || wall < switchAt + Math.min(before, after)) return { first: wall - before };
  if (wall >= switchAt + Math.max(before, after)) return { first: wall - after };
  return after > before ? { first: wall - before } : { first: wall - before, second: wall - after };
}

/** An interval of instants, the end excluded. */
export interface Interval {
  start: number;
  end: number;
}

/** The instants at which the wall shows a time in `[from, to)`: none in a gap, two intervals where clocks went back. */
export function intervalsOfWall(clock: DayClock, from: WallTime, to: WallTime): Interval[] {
  const { before, after, switchAt } = clock;
  if (switchAt === undefined) return [{ start: from - before, end: to - before }];
  const early = { start: from - before, end: Math.min(to - before, switchAt) };
  const late = { start: Math.max(from - after, switchAt), end: to - after };
  return [early, late].filter((interval) => interval.start < interval.end);
}
