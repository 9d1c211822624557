import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks. */
const INTERVAL = 20;

/**
 * Looks again and again until `done` says so, at most for so many seconds; false when it did not. For what usually takes
 * a fraction of a second and cannot be told otherwise, because another process does it.
 */
export async function waitUntil(seconds: number, done: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await done())) {
    if (performance.now() > deadline) return false;
    await setTimeout(INTERVAL);
  }
  return true;
}
