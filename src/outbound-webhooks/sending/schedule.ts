const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is waited after each failed attempt (behaviour B2); after the last attempt there is no more. */
const WAITS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Waits are shorter or longer by up to this part, so that what failed together does not come back together. */
const JITTER = 0.1;

/** An endpoint that has only failed for so long is disabled. */
export const MAX_FAILURE_MS = 5 * 24 * HOUR;

/** When to try again after so many failures; undefined when that was the last attempt. `random` is from 0 up to 1. */
export function nextAttempt(failures: number, now: Date, random: number): Date | undefined {
  const wait = WAITS_MS[failures - 1];
  if (wait === undefined) return undefined;
  return new Date(now.getTime() + Math.round(wait * (1 + JITTER * (2 * random - 1))));
}
