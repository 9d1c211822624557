import { evalExpr } from 'mingo/core';
import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../../errors.js';
import { asDate, dateFields, toLocal, zoneOf, zoneOffset, type DateFields } from './time-zone.js';

const DAY = 86_400_000;

/** Computes one part of a date from its local fields. */
type Part = (local: Date) => number;

const dayOfYear: Part = (local) =>
  Math.floor(
    (Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) -
      Date.UTC(local.getUTCFullYear(), 0, 1)) /
      DAY,
  ) + 1;
const isoDayOfWeek: Part = (local) => local.getUTCDay() || 7;

/** The Thursday of a date's ISO week; it decides to which year the week belongs. */
function thursday(local: Date): Date {
  return new Date(local.getTime() + (4 - isoDayOfWeek(local)) * DAY);
}

const parts = {
  $year: (local) => local.getUTCFullYear(),
  $month: (local) => local.getUTCMonth() + 1,
  $dayOfMonth: (local) => local.getUTCDate(),
  $hour: (local) => local.getUTCHours(),
  $minute: (local) => local.getUTCMinutes(),
  $second: (local) => local.getUTCSeconds(),
  $millisecond: (local) => local.getUTCMilliseconds(),
  $dayOfYear: dayOfYear,
  $dayOfWeek: (local) => local.getUTCDay() + 1,
  /** Weeks begin on Sundays; days before the first Sunday are in week 0. */
  $week: (local) => Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7),
  $isoDayOfWeek: isoDayOfWeek,
  $isoWeek: (local) => Math.floor((dayOfYear(thursday(local)) - 1) / 7) + 1,
  $isoWeekYear: (local) => thursday(local).getUTCFullYear(),
} satisfies Record<string, Part>;

/** Operators that extract parts of a date, and `$dateToString`. */
export const datePartOperators = {
  ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partOperator(part)])),
  $dateToParts: dateToParts,
  $dateToString: dateToString,
};

function partOperator(part: Part) {
  return (object: AnyObject, expression: unknown, options: Options): number | null => {
    const isObject = typeof expression === 'object' && expression !== null && 'date' in expression;
    const fields: DateFields = isObject
      ? dateFields(object, expression, options)
      : { date: evalExpr(object, Array.isArray(expression) ? expression[0] : expression, options) };
    const date = asDate(fields['date']);
    return date ? part(toLocal(date, zoneOf(fields))) : null;
  };
}

function dateToParts(object: AnyObject, expression: unknown, options: Options): Record<string, number> | null {
  const fields = dateFields(object, expression, options);
  const date = asDate(fields['date']);
  if (!date) return null;
  const local = toLocal(date, zoneOf(fields));
  const time = {
    hour: parts.$hour(local),
    minute: parts.$minute(local),
    second: parts.$second(local),
    millisecond: parts.$millisecond(local),
  };
  if (fields['iso8601'] === true) {
    return {
      isoWeekYear: parts.$isoWeekYear(local),
      isoWeek: parts.$isoWeek(local),
      isoDayOfWeek: isoDayOfWeek(local),
      ...time,
    };
  }
  return { year: parts.$year(local), month: parts.$month(local), day: parts.$dayOfMonth(local), ...time };
}

function padded(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const specifiers: Readonly<Record<string, (local: Date, offset: number) => string>> = {
  Y: (local) => padded(parts.$year(local), 4),
  m: (local) => padded(parts.$month(local), 2),
  d: (local) => padded(parts.$dayOfMonth(local), 2),
  H: (local) => padded(parts.$hour(local), 2),
  M: (local) => padded(parts.$minute(local), 2),
  S: (local) => padded(parts.$second(local), 2),
  L: (local) => padded(parts.$millisecond(local), 3),
  j: (local) => padded(dayOfYear(local), 3),
  w: (local) => String(parts.$dayOfWeek(local)),
  u: (local) => String(isoDayOfWeek(local)),
  U: (local) => padded(parts.$week(local), 2),
  V: (local) => padded(parts.$isoWeek(local), 2),
  G: (local) => padded(parts.$isoWeekYear(local), 4),
  b: (local) => (MONTHS[local.getUTCMonth()] ?? '').slice(0, 3),
  B: (local) => MONTHS[local.getUTCMonth()] ?? '',
  z: (_local, offset) => {
    const minutes = Math.abs(offset) / 60_000;
    return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}${padded(minutes % 60, 2)}`;
  },
  Z: (_local, offset) => String(offset / 60_000),
  '%': () => '%',
};

function dateToString(object: AnyObject, expression: unknown, options: Options): unknown {
  const fields = dateFields(object, expression, options);
  const date = asDate(fields['date']);
  if (!date) return fields['onNull'] ?? null;
  const zone = zoneOf(fields);
  const format = fields['format'] ?? (zone === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L');
  if (typeof format !== 'string') throw new CommandError(18533, '$dateToString requires that format be a string');
  const offset = zoneOffset(date, zone);
  const local = toLocal(date, zone);
  return format.replaceAll(/%(.?)/gs, (_match, letter: string) => {
    const show = specifiers[letter];
    if (!show) throw new CommandError(18536, `Invalid format character '%${letter}' in format string`);
    return show(local, offset);
  });
}
