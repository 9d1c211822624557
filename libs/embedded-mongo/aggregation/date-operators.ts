import { evalExpr } from 'mingo/core';
import { $dateTrunc as libraryTrunc, $trunc as libraryTruncNumber } from 'mingo/operators/expression';
import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../errors/command-error.js';

/** Operators on dates and numbers that the aggregation library computes differently from MongoDB. */
export const dateOperators = { $dateFromParts: dateFromParts, $dateTrunc: dateTrunc, $trunc: truncate };

type Fields = Readonly<Record<string, unknown>>;

function evaluated(object: AnyObject, expression: unknown, options: Options): Fields {
  if (typeof expression !== 'object' || expression === null)
    throw new CommandError(40519, 'a date expression needs an object');
  return Object.fromEntries(
    Object.entries(expression).map(([name, value]) => [name, evalExpr(object, value, options)]),
  );
}

function dateFromParts(object: AnyObject, expression: unknown, options: Options): Date | null {
  const fields = evaluated(object, expression, options);
  if ('isoWeekYear' in fields)
    throw new CommandError(238, '$dateFromParts with ISO weeks is not supported by the embedded store');
  const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'];
  const parts = names.map((name, i) => (name in fields ? fields[name] : i === 1 || i === 2 ? 1 : 0));
  if (parts.some((part) => part === null || part === undefined)) return null;
  const [year = 0, month = 1, ...rest] = parts.map((part, i) => {
    if (typeof part === 'number' && Number.isInteger(part)) return part;
    throw new CommandError(40515, `'${names[i]}' must evaluate to an integer`);
  });
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, rest[0] ?? 1);
  local.setUTCHours(rest[1] ?? 0, rest[2] ?? 0, rest[3] ?? 0, rest[4] ?? 0);
  return fromLocal(local, zoneOf(fields));
}

/** Truncation in a time zone: that of the local time, taken back to the zone. */
function dateTrunc(object: AnyObject, expression: unknown, options: Options): unknown {
  const fields = evaluated(object, expression, options);
  const { timezone: _timezone, ...others } = fields;
  const zone = zoneOf(fields);
  const date = fields['date'];
  if (!(date instanceof Date)) return null;
  const literals = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, { $literal: value }]));
  const local = new Date(date.getTime() + offset(date, zone));
  const truncated: unknown = libraryTrunc(object, { ...literals, date: { $literal: local } }, options);
  return truncated instanceof Date ? fromLocal(truncated, zone) : truncated;
}

function zoneOf(fields: Fields): string {
  const zone = fields['timezone'];
  return typeof zone === 'string' ? zone : 'UTC';
}

/** The moment at which clocks in the zone show this time. */
function fromLocal(local: Date, zone: string): Date {
  const guess = local.getTime() - offset(local, zone);
  return new Date(local.getTime() - offset(new Date(guess), zone));
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offset(date: Date, zone: string): number {
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) {
    const [, sign, hours, minutes = '0'] = fixed;
    return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  }
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(date.getTime() / 1000) * 1000;
  } catch {
    throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
  }
}

/** `$trunc` of one number, bare or with the number of places. */
function truncate(object: AnyObject, expression: unknown, options: Options): unknown {
  if (Array.isArray(expression) && expression.length === 2) return libraryTruncNumber(object, expression, options);
  const value = evalExpr(object, Array.isArray(expression) ? expression[0] : expression, options);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number') throw new CommandError(51081, '$trunc only supports numeric types');
  return Math.trunc(value);
}
