const TIME_OF_DAY = /^(0?[1-9]|1[0-2]):([0-5]\d)\s?([AP])M$/i;

/** Schedules repeat a few times of day, and a fan-out reads them for every subscriber. Only times are remembered. */
const CACHE_LIMIT = 10_000;
const cache = new Map<string, number | undefined>();

/**
 * Minutes since midnight of a time written `HH:MM AM` or `HH:MM PM`; the hour may have one digit (`9:30 PM`).
 * @returns 0 to 1439, or undefined for anything else, 24-hour times included.
 */
export function parseTimeOfDay(text: string): number | undefined {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const minute = readTimeOfDay(text.trim());
  if (minute !== undefined && cache.size < CACHE_LIMIT) cache.set(text, minute);
  return minute;
}

function readTimeOfDay(text: string): number | undefined {
  const match = TIME_OF_DAY.exec(text);
  if (!match) return undefined;
  const hour = (Number(match[1]) % 12) + (match[3]?.toUpperCase() === 'P' ? 12 : 0);
  return hour * 60 + Number(match[2]);
}

/** The time that is so many minutes after midnight, as `HH:MM AM` or `HH:MM PM`. */
export function formatTimeOfDay(minute: number): string {
  const hour = Math.floor(minute / 60);
  const shown = [hour % 12 || 12, minute % 60].map((part) => String(part).padStart(2, '0'));
  return `${shown.join(':')} ${hour < 12 ? 'AM' : 'PM'}`;
}
