import { isContainer } from './data-path.js';
import { failure, type Outcome, shown, success } from './outcome.js';
import type { TimeZone } from './zones/time-zone.js';
import {
  DAY_MS,
  dayClock,
  HOUR_MS,
  instantsOfWall,
  MINUTE_MS,
  startOfWallDay,
  wallTimeAt,
} from './zones/wall-clock.js';

export const TIME_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** An amount of time as users write it. Months and years are calendar months and years. */
export interface Duration {
  amount: number;
  unit: TimeUnit;
}

const FIXED_MS: Partial<Record<TimeUnit, number>> = {
  seconds: 1000,
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
};

/** Maximum number of months; a Date can hold the result for any instant of this millennium. */
const MAX_MONTHS = 12 * 200_000;

/** Parses `{amount, unit}`; the amount may be a numeric string, because templates render to text. */
export function parseDuration(value: unknown, units: readonly TimeUnit[]): Outcome<Duration> {
  if (!isContainer(value)) return failure(`expected {amount, unit}, got ${shown(value)}`);
  const unit = units.find((known) => known === value['unit']);
  if (!unit) return failure(`unit must be one of ${units.join(', ')}, got ${shown(value['unit'])}`);
  const amount = parseAmount(value['amount']);
  if (amount === undefined) return failure(`amount must be a number of 0 or more, got ${shown(value['amount'])}`);
  if (!(unit in FIXED_MS) && !Number.isInteger(amount)) return failure(`${unit} must be a whole number, got ${amount}`);
  return success({ amount, unit });
}

function parseAmount(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  const amount = text ? Number(text) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/**
 * Adds a duration to an instant. Seconds to weeks are a fixed number of milliseconds. Months and years keep the local time
 * and day in `zone`. They end on the last day of a shorter month: 31 January plus a month is 28 February.
 * @returns undefined if a Date cannot hold the instant.
 */
export function addDuration(from: Date, duration: Duration, zone: TimeZone): Date | undefined {
  return shift(from, duration.amount, duration.unit, zone);
}

/** Subtracts a duration from an instant, by the same rules. */
export function subtractDuration(from: Date, duration: Duration, zone: TimeZone): Date | undefined {
  return shift(from, -duration.amount, duration.unit, zone);
}

function shift(from: Date, amount: number, unit: TimeUnit, zone: TimeZone): Date | undefined {
  const fixed = FIXED_MS[unit];
  if (fixed !== undefined) return validDate(from.getTime() + amount * fixed);
  const months = unit === 'years' ? amount * 12 : amount;
  if (Math.abs(months) > MAX_MONTHS) return undefined;
  const wall = shiftMonths(wallTimeAt(zone, from.getTime()), months);
  return validDate(instantsOfWall(dayClock(zone, startOfWallDay(wall)), wall).first);
}

function shiftMonths(wall: number, months: number): number {
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

function validDate(time: number): Date | undefined {
  const date = new Date(Math.round(time));
  return Number.isNaN(date.getTime()) ? undefined : date;
}
