import { rm } from 'node:fs/promises';
import type { TestServices } from './global-setup.js';

/** Stops what the set-up has started and removes its data. */
export default async function tearDown(): Promise<void> {
  const { testServices } = globalThis as unknown as { testServices: TestServices };
  await testServices.embedded?.stop();
  await rm(testServices.dataDir, { recursive: true, force: true });
}
