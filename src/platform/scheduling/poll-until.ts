import { setTimeout as sleep } from 'node:timers/promises';
import { NEVER } from '../deadline.js';

/**
 * Milliseconds between the first two checks of {@link pollUntil}, and at most between later ones, which are less
 * urgent.
 */
const FIRST_CHECK_PAUSE = 20;
const MAX_CHECK_PAUSE = 250;

interface Poll {
  /** Ends the polling when it aborts: no result is needed any longer. */
  signal?: AbortSignal;
  /** Resolves after the given milliseconds, or earlier when it is worth another look. Does not reject. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds of the longest pause. */
  longest?: number;
}

/**
 * Repeats `done` until it resolves with true, for at most `seconds`; returns false when it did not. For something
 * that another process may do, usually in a fraction of a second, without notifying this one.
 */
export async function pollUntil(
  seconds: number,
  done: () => Promise<boolean>,
  { signal = NEVER, pause = pauseFor, longest = MAX_CHECK_PAUSE }: Poll = {},
): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  for (let next = FIRST_CHECK_PAUSE; !(await done()); next = Math.min(longest, next * 1.2)) {
    if (signal.aborted || performance.now() >= deadline) return false;
    await pause(next, signal);
    if (signal.aborted) return false;
  }
  return true;
}

function pauseFor(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
