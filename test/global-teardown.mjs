import { rm } from 'node:fs/promises';

/** Stops what the set-up has started and removes its data. */
export default async function tearDown() {
  const { embedded, dataDir } = globalThis.testServices;
  await embedded?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
