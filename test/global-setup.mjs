import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Jest loads this file itself, without the transforms and names of the tests; `npm test` has built before.
import { startEmbeddedStore } from '../dist/src/server/embedded/embedded-store.js';
import requireFreshBuild from './native/fresh-build.mjs';

/**
 * Starts the embedded store once for all test files, where no server is given by URL. Nobody needs the data after a power
 * cut, so that no commit waits for the disk; what is durable is tested on stores of its own.
 */
export default async function setUp() {
  requireFreshBuild();
  const { MONGODB_URI } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-tests-'));
  const embedded = MONGODB_URI ? undefined : await startEmbeddedStore({ dataDir, durable: false });
  process.env.TEST_MONGODB_URI = MONGODB_URI ?? embedded.mongodbUri;
  globalThis.testServices = { embedded, dataDir };
}
