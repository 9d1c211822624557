import { setTimeout } from 'node:timers/promises';

/** Many tests ask at once, and what they ask for has to be done by the same machine: the pauses grow. */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 100;

/**
 * Asks again and again until `check` no longer throws; after `timeoutMs` its last error is thrown. Waiting long costs
 * nothing when all is well, and a slow machine is no failure.
 */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(pause);
    }
  }
}

/** Resolves as soon as it is so, asking without a pause: for what has to be caught on the way. */
export async function asSoonAs(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000;
  while (!(await isSo())) if (performance.now() > end) throw new Error(`It has not come to that: ${isSo.toString()}`);
}
