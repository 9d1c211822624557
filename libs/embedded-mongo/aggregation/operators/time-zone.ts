import { ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../../errors.js';

/** How far a zone is ahead of UTC at a moment, in milliseconds. Zones are names, or offsets such as `+02:00`. */
export function zoneOffset(date: Date, zone: string): number {
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) {
    const [, sign, hours, minutes = '0'] = fixed;
    return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  }
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(date.getTime() / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
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
    formats.set(zone, format);
    return format;
  } catch {
    throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
  }
}

/** A date whose UTC fields are the local time in the zone. */
export function toLocal(date: Date, zone: string): Date {
  return new Date(date.getTime() + zoneOffset(date, zone));
}

/** The moment of a local time in the zone. */
export function fromLocal(local: Date, zone: string): Date {
  const guess = local.getTime() - zoneOffset(local, zone);
  return new Date(local.getTime() - zoneOffset(new Date(guess), zone));
}

/** Computed arguments of a date expression. */
export type DateFields = Readonly<Record<string, unknown>>;

/** Computes the arguments of an expression given as an object. */
export function dateFields(object: AnyObject, expression: unknown, options: Options): DateFields {
  if (typeof expression !== 'object' || expression === null) {
    throw new CommandError(40519, 'this date expression needs an object with its arguments');
  }
  return Object.fromEntries(
    Object.entries(expression).map(([name, value]) => [name, evalExpr(object, value, options)]),
  );
}

/** The time zone among the arguments; UTC by default. */
export function zoneOf(fields: DateFields): string {
  const zone = fields['timezone'];
  if (zone === undefined || zone === null) return 'UTC';
  if (typeof zone !== 'string') throw new CommandError(40517, 'timezone must evaluate to a string');
  return zone;
}

/** Converts a value that MongoDB accepts as a date; undefined for null and missing. */
export function asDate(value: unknown): Date | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  throw new CommandError(16006, "can't convert from BSON type to Date");
}
