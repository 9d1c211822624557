import { addDuration, parseDuration, type TimeUnit } from '../durations.js';
import { failure, type Outcome, success } from '../outcome.js';
import { resolveZone } from '../zones/time-zone.js';

/** The units of delays and digest windows. */
export const WAIT_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const satisfies TimeUnit[];

/**
 * When a wait of `{amount, unit}` that begins at `from` ends (Y1). Weeks are seven days; months are calendar months of
 * the subscriber's zone.
 */
export function fixedWait(wait: unknown, from: Date, zone: string | undefined): Outcome<Date> {
  const duration = parseDuration(wait, WAIT_UNITS);
  if (!duration.ok) return duration;
  const end = addDuration(from, duration.value, resolveZone(zone));
  if (!end) return failure(`a wait of ${duration.value.amount} ${duration.value.unit} is too long`);
  return success(end);
}
