import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from './commit-queue.js';

/** How long a read may keep the process from other work, in milliseconds. */
const SLICE = 15;

/** Runs reading work outside of a transaction, letting other connections in between its steps. */
export async function runSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let until = performance.now() + SLICE;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + SLICE;
    }
  }
}
