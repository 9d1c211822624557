import { CronExpressionParser, type CronFieldCollection } from 'cron-parser';
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

/** 29 February can be eight years away, around a century that is not a leap year. */
const DAYS_AHEAD = 8 * 366 + 2;

/**
 * Returns the first instant strictly after `after` that matches a cron expression on the wall clock of a zone (Y2,
 * DG4).
 *
 * When clocks go forward, a skipped time moves by as much as the clocks moved (2:30 becomes 3:30), so a daily job is not
 * lost. When they go back, a time that occurs twice counts once, the first time. Only patterns for every hour (`*` in the
 * hour field) match in both hours.
 * @param zone IANA name; UTC if it is missing or unknown
 */
export function nextCronInstant(expression: string, zone: string | undefined, after: Date): Outcome<Date> {
  const parsed = parseCron(expression);
  if (!parsed.ok) return parsed;
  const pattern = parsed.value;
  const place = resolveZone(zone);
  const time = after.getTime();
  // A skipped time of yesterday may move to today, so the search starts a day early.
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
    // Only if clocks change over midnight can an instant of the following day come first.
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

/** Yields the wall times on one day that match a pattern and are later than `after`, in order. */
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

/** A cron expression as sets of numbers; `nextCronInstant` converts it to instants. */
export interface CronPattern {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Returns whether the pattern includes this local day, given by its midnight. */
  matchesDay(day: WallTime): boolean;
}

const CACHE_LIMIT = 500;
const cache = new Map<string, Outcome<CronPattern>>();

/**
 * Parses a cron expression of five fields, or six with leading seconds, or an alias such as `@daily`. If day of
 * month and day of week are both restricted, either may match, as in every cron. `L` is the last day (`5L`: the last
 * Friday), `1#2` the second Monday.
 */
export function parseCron(expression: string): Outcome<CronPattern> {
  const known = cache.get(expression);
  if (known) return known;
  const pattern = readPattern(expression);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(expression, pattern);
  return pattern;
}

function readPattern(expression: string): Outcome<CronPattern> {
  const text = expression.trim();
  const fieldCount = text.split(/\s+/).length;
  if (!text.startsWith('@') && fieldCount !== 5 && fieldCount !== 6) {
    return failure(`a cron expression has 5 or 6 fields, got ${shown(expression)}`);
  }
  // The parser accepts the nearest weekday (15W) but never matches it.
  if (/\dW/i.test(text)) return failure(`"W" is not supported in a cron expression, got ${shown(expression)}`);
  try {
    // "H" spreads jobs by a hash; seeded with the expression, it is the same on every run.
    const { fields } = CronExpressionParser.parse(text, { currentDate: 0, tz: 'UTC', hashSeed: text });
    return success(toPattern(fields));
  } catch (error) {
    return failure(
      `invalid cron expression ${shown(expression)}: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }
}

function toPattern(fields: CronFieldCollection): CronPattern {
  const months = numbersOf(fields.month.values);
  const { dayOfMonth, dayOfWeek } = fields;
  const days = numbersOf(dayOfMonth.values);
  const weekdays = numbersOf(dayOfWeek.values).map((weekday) => weekday % 7);
  const lastWeekdays = lastWeekdaysOf(dayOfWeek.values);

  const inMonthDays = (date: Date): boolean =>
    days.includes(date.getUTCDate()) || (dayOfMonth.hasLastChar && isLastDays(date, 1));
  const inWeekdays = (date: Date): boolean =>
    (weekdays.includes(date.getUTCDay()) &&
      (dayOfWeek.nthDay === 0 || Math.ceil(date.getUTCDate() / 7) === dayOfWeek.nthDay)) ||
    (lastWeekdays.includes(date.getUTCDay()) && isLastDays(date, 7));

  return {
    seconds: numbersOf(fields.second.values),
    minutes: numbersOf(fields.minute.values),
    hours: numbersOf(fields.hour.values),
    matchesDay(day) {
      const date = new Date(day);
      if (!months.includes(date.getUTCMonth() + 1)) return false;
      if (dayOfMonth.isWildcard) return dayOfWeek.isWildcard || inWeekdays(date);
      return inMonthDays(date) || (!dayOfWeek.isWildcard && inWeekdays(date));
    },
  };
}

function numbersOf(values: readonly (number | string)[]): number[] {
  return values.filter((value) => typeof value === 'number');
}

/** The parser returns `5L`, and `fri` with L, as texts that end in L. */
function lastWeekdaysOf(values: readonly (number | string)[]): number[] {
  return values.filter((value) => typeof value === 'string').map((value) => Number.parseInt(value, 10) % 7);
}

/** Returns whether a day is among the last `count` days of its month. */
function isLastDays(date: Date, count: number): boolean {
  return new Date(date.getTime() + count * DAY_MS).getUTCMonth() !== date.getUTCMonth();
}
