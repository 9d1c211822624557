import { setTimeout } from 'node:timers/promises';

/** Many tests ask at once, and what they ask for has to be done by the same machine: the pauses grow. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Asks again and again until `check` no longer throws; after `timeoutMs` its last error is thrown. */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 20_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(pause);
    }
  }
}
