import { setTimeout } from 'node:timers/promises';

const INTERVAL_MS = 10;

/** Asks again and again until `check` no longer throws; after `timeoutMs` its last error is thrown. */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 10_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(INTERVAL_MS);
    }
  }
}
