const ISO_INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Parses an ISO 8601 date or date-time; undefined if it is invalid. Without an offset it is UTC: the server's own
 * zone has no influence. Days that do not exist (30 February) are rejected. A valid `Date` is returned unchanged.
 */
export function parseInstant(value: unknown): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const match = ISO_INSTANT.exec(value.trim());
  if (!match) return undefined;
  const [, day = '', minutes = '00:00', seconds = ':00', fraction = '0', offset = 'Z'] = match;
  if (!isCalendarDay(day)) return undefined;
  const time = `${minutes}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const instant = new Date(`${day}T${time}${fullOffset(offset)}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Converts `Z`, `+02`, `+0200` and `+02:00` to the form that every runtime parses. */
function fullOffset(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z';
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
