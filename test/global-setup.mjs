import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Jest loads this file itself, without the transforms and names of the tests; `npm test` has built before.
import { startEmbeddedServices } from '../dist/src/server/embedded/embedded-services.js';
import requireFreshBuild from './native/fresh-build.mjs';

/**
 * Starts the embedded store and queue once for all test files, where real servers are not given by URL. Nobody needs the
 * data after a power cut, so that no commit waits for the disk; what is durable is tested on stores of its own.
 */
export default async function setUp() {
  requireFreshBuild();
  const { MONGODB_URI, REDIS_URL } = process.env;
  const parts = { store: !MONGODB_URI, queue: !REDIS_URL };
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-tests-'));
  const embedded =
    parts.store || parts.queue ? await startEmbeddedServices({ dataDir, ...parts, durable: false }) : undefined;
  process.env.TEST_MONGODB_URI = MONGODB_URI ?? embedded?.mongodbUri;
  process.env.TEST_QUEUE_URI = embedded?.queueUri ?? '';
  globalThis.testServices = { embedded, dataDir };
}
