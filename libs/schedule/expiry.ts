import { addDuration, type Duration, parseDuration, TIME_UNITS } from './durations.js';
import { failure, type Outcome } from './outcome.js';
import { resolveZone } from './zones/time-zone.js';

/** Far longer than anything is kept, and such that a Date can hold the end. */
const MAX_AMOUNT = 100_000;

/** Reads the `expiresIn` of a trigger, a workflow or a step: how long its messages are worth sending. */
export function readExpiry(value: unknown): Outcome<Duration> {
  const duration = parseDuration(value, TIME_UNITS);
  if (!duration.ok) return duration;
  const { amount } = duration.value;
  if (amount > 0 && amount <= MAX_AMOUNT) return duration;
  return failure(`amount must be more than 0 and at most ${MAX_AMOUNT}, got ${amount}`);
}

/** As {@link readExpiry}; undefined where there is none, or none that can be read. */
export function parseExpiry(value: unknown): Duration | undefined {
  const duration = readExpiry(value);
  return duration.ok ? duration.value : undefined;
}

/** When that time is over. Calendar months and years are those of UTC, since a limit may be for many recipients. */
export function expiryAfter(from: Date, duration: Duration): Date | undefined {
  return addDuration(from, duration, resolveZone(undefined));
}
