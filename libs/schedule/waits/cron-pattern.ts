import { type CronFieldCollection, CronExpressionParser } from 'cron-parser';
import { failure, type Outcome, shown, success } from '../outcome.js';
import { DAY_MS, type WallTime } from '../zones/wall-clock.js';

/** A cron expression as sets of numbers; which instants it means is decided by `nextCronInstant`. */
export interface CronPattern {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Whether the pattern names this local day, given by its midnight. */
  matchesDay(day: WallTime): boolean;
}

const CACHE_LIMIT = 500;
const cache = new Map<string, Outcome<CronPattern>>();

/**
 * Reads a cron expression of five fields, or six with leading seconds, or an alias such as `@daily`. Day of month and
 * day of week both restricted mean either, as in every cron. `L` is the last day (`5L`: the last Friday), `1#2` the
 * second Monday.
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
  // The parser takes the nearest weekday (15W) and then never matches it.
  if (/\dW/i.test(text)) return failure(`"W" is not supported in a cron expression, got ${shown(expression)}`);
  try {
    // "H" spreads jobs by a hash; seeded with the expression it is the same on every run.
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

/** `5L` and `fri` with L arrive as texts that end in L. */
function lastWeekdaysOf(values: readonly (number | string)[]): number[] {
  return values.filter((value) => typeof value === 'string').map((value) => Number.parseInt(value, 10) % 7);
}

/** Whether a day is among the last `count` days of its month. */
function isLastDays(date: Date, count: number): boolean {
  return new Date(date.getTime() + count * DAY_MS).getUTCMonth() !== date.getUTCMonth();
}
