/** Statuses below 500 that say that the same request may succeed later. */
const PASSING: readonly number[] = [408, 425, 429];

/**
 * Whether a repetition gets this answer again. Successes and refusals are final. What passes is not, or trying again,
 * which is what the key is for, would be in vain: failures of ours (500, 503), too many requests, and whatever names a
 * time to come back with `Retry-After`. A repetition is another attempt at the same call then.
 */
export function isFinal(status: number, retryAfter: unknown): boolean {
  return status < 500 && !PASSING.includes(status) && retryAfter === undefined;
}
