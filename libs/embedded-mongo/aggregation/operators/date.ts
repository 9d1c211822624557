import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../../errors.js';
import { libraryOperators } from '../library-operators.js';
import { asDate, dateFields, fromLocal, toLocal, zoneOf } from './time-zone.js';

/** Operators that create dates and calculate with them. */
export const dateOperators = {
  $dateFromParts: dateFromParts,
  $dateFromString: dateFromString,
  $dateTrunc: dateTrunc,
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
};

function dateFromParts(object: AnyObject, expression: unknown, options: Options): Date | null {
  const fields = dateFields(object, expression, options);
  if ('isoWeekYear' in fields) {
    throw new CommandError(238, '$dateFromParts with ISO weeks is not supported by the embedded store');
  }
  const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'];
  const values = names.map((name, i) => (name in fields ? fields[name] : i === 1 || i === 2 ? 1 : 0));
  if (values.some((value) => value === null || value === undefined)) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = values.map((value, i) => {
    if (typeof value === 'number' && Number.isInteger(value)) return value;
    throw new CommandError(40515, `'${names[i]}' must evaluate to an integer`);
  });
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second, millisecond);
  return fromLocal(local, zoneOf(fields));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))? ?(Z|[+-]\d{2}:?\d{2})?$/;

/** Parses ISO 8601 texts only; a `format` is refused. */
function dateFromString(object: AnyObject, expression: unknown, options: Options): unknown {
  const fields = dateFields(object, expression, options);
  if ('format' in fields)
    throw new CommandError(238, '$dateFromString with a format is not supported by the embedded store');
  const text = fields['dateString'];
  if (text === null || text === undefined) return fields['onNull'] ?? null;
  const [, day, time = '00:00', offset] = (typeof text === 'string' ? ISO.exec(text) : null) ?? [];
  const local = new Date(`${day}T${time}Z`);
  if (day === undefined || Number.isNaN(local.getTime())) {
    if ('onError' in fields) return fields['onError'];
    throw new CommandError(241, `Error parsing date string '${typeof text === 'string' ? text : typeof text}'`);
  }
  return fromLocal(local, offset ?? zoneOf(fields));
}

/** Truncates in a time zone: truncates the local time and converts the result back. */
function dateTrunc(object: AnyObject, expression: unknown, options: Options): unknown {
  const { timezone: _timezone, ...others } = dateFields(object, expression, options);
  const zone = zoneOf({ timezone: _timezone });
  const date = asDate(others['date']);
  if (!date) return null;
  const literals = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, { $literal: value }]));
  const truncated: unknown = libraryOperators().expression.$dateTrunc(
    object,
    { ...literals, date: { $literal: toLocal(date, zone) } },
    options,
  );
  return truncated instanceof Date ? fromLocal(truncated, zone) : truncated;
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** `$dateAdd` and `$dateSubtract`. A day that does not exist in the target month becomes its last day. */
function shift(sign: 1 | -1) {
  return (object: AnyObject, expression: unknown, options: Options): Date | null => {
    const fields = dateFields(object, expression, options);
    const { unit, amount } = fields;
    const date = asDate(fields['startDate']);
    if (!date || unit === null || unit === undefined || amount === null || amount === undefined) return null;
    if (typeof amount !== 'number' || !Number.isInteger(amount))
      throw new CommandError(5166405, 'amount must be an integer');
    if (typeof unit !== 'string') throw new CommandError(5439013, 'unit must evaluate to a string');
    const months = MONTHS[unit];
    const milliseconds = MILLISECONDS[unit];
    const zone = zoneOf(fields);
    if (months !== undefined) return fromLocal(addMonths(toLocal(date, zone), months * amount * sign), zone);
    if (milliseconds === undefined) throw new CommandError(9, `unknown time unit value: ${unit}`);
    const distance = milliseconds * amount * sign;
    // Days and weeks keep the local time of day; shorter units are fixed durations.
    if (milliseconds < 86_400_000) return new Date(date.getTime() + distance);
    return fromLocal(new Date(toLocal(date, zone).getTime() + distance), zone);
  };
}

function addMonths(local: Date, months: number): Date {
  const result = new Date(local);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(local.getUTCDate(), lastDay));
  return result;
}
