import { setTimeout } from 'node:timers/promises';

/** Milliseconds between the first two looks, and the most between later ones: what has not come at once is not urgent. */
const FIRST_PAUSE = 20;
const MAX_PAUSE = 250;

/**
 * Looks again and again until `done` says so, at most for so many seconds; false when it did not. For what usually takes
 * a fraction of a second and cannot be told otherwise, because another process does it.
 */
export async function pollUntil(seconds: number, done: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = FIRST_PAUSE; !(await done()); pause = Math.min(MAX_PAUSE, pause * 1.2)) {
    if (performance.now() >= deadline) return false;
    await setTimeout(pause);
  }
  return true;
}
