/** How messages are tried again that a provider has not taken (behaviour S1). */
export interface RetryPolicy {
  /** Attempts with one integration before it is given up. */
  tries: number;
  /** Milliseconds before the second attempt; each further wait is twice as long. */
  firstWaitMs: number;
  /** Between 0 and 1: spreads the attempts of many messages that failed together. */
  random: () => number;
}

/** The waits differ by up to a fifth from the rule. */
const JITTER = 0.2;

/** Milliseconds until the next attempt after `tries` failed ones; a provider that wants more time gets it. */
export function waitAfter(tries: number, { firstWaitMs, random }: RetryPolicy, retryAfterMs = 0): number {
  const backoff = firstWaitMs * 2 ** (tries - 1) * (1 - JITTER + 2 * JITTER * random());
  return Math.round(Math.max(backoff, retryAfterMs));
}
