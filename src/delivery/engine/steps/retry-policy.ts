import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';

/** How failed messages are retried (behaviour S1). */
export interface RetryPolicy {
  /** Attempts with one integration in quick succession, before another integration takes over. */
  tries: number;
  /** Milliseconds before the second attempt; each further wait is twice as long. */
  firstWaitMs: number;
  /** A message is given up when every integration has had its attempts, as long as they fail in passing. */
  endsAfterTries?: boolean;
  /** Milliseconds for which an email is tried from its first attempt on, and a message of any other channel. */
  spans: { email: number; other: number };
  /** Between 0 and 1: spreads the attempts of many messages that failed together. */
  random: () => number;
}

/** Waits vary by up to 20 %. */
const JITTER = 0.2;

/** The longest wait between two attempts, as mail servers have it; codes by SMS and chats are of use for less long. */
const LONGEST_WAIT_MS = { email: 0.5 * HOUR_MS, other: 5 * MINUTE_MS };

/** Milliseconds until the next attempt after `tries` failed ones; longer when the provider asks for that. */
export function waitAfter(tries: number, { firstWaitMs, random }: RetryPolicy, retryAfterMs = 0): number {
  return Math.round(Math.max(firstWaitMs * 2 ** (tries - 1) * jitter(random), retryAfterMs));
}

/**
 * Milliseconds until the next turn through all integrations, for a message that was first tried `elapsedMs` ago: each wait
 * is about twice as long as the one before. Undefined when its time is over.
 */
export function waitForTurn(
  channel: string,
  elapsedMs: number,
  { firstWaitMs, spans, random }: RetryPolicy,
  retryAfterMs = 0,
): number | undefined {
  const kind = channel === 'email' ? 'email' : 'other';
  const left = spans[kind] - elapsedMs;
  if (left <= 0) return undefined;
  const backoff = Math.min(elapsedMs + firstWaitMs, LONGEST_WAIT_MS[kind]) * jitter(random);
  return Math.round(Math.min(Math.max(backoff, retryAfterMs), left));
}

function jitter(random: () => number): number {
  return 1 - JITTER + 2 * JITTER * random();
}
