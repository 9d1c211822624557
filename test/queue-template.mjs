import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedServices } from '../dist/src/server/embedded/embedded-services.js';

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url));

/** What an empty queue is made with: when one of these files changes, the kept one is of no use. */
const MADE_WITH = [
  '../dist/libs/embedded-queue/data/database.js',
  '../node_modules/bullmq/package.json',
  '../node_modules/@electric-sql/pglite/package.json',
];

/**
 * The path of an empty queue's folder, to be copied. Making one takes PGlite seconds of computing,
 * so it is done once and kept between runs.
 */
export async function queueTemplate() {
  const kept = `${CACHE}/queue-${await fingerprint()}`;
  if (await exists(kept)) return kept;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(`${kept}-`);
  try {
    const services = await startEmbeddedServices({ dataDir: draft, store: false, queue: true });
    await services.stop();
    await rename(`${draft}/queue`, kept);
  } catch (error) {
    // Another run may have been quicker.
    if (!(await exists(kept))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return kept;
}

async function fingerprint() {
  const hash = createHash('sha256');
  for (const file of MADE_WITH) hash.update(await readFile(new URL(file, import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
