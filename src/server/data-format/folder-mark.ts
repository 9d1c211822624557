import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../../platform/package-root.js';
import { assertUsable, type DataMark, raised, toMark } from './data-format.js';

const FILE = 'carillon.json';

/**
 * Throws when a later release has used the folder and this one must not. Looked at before any file in the folder is
 * opened, so that nothing of a later release is touched.
 */
export async function assertFolderUsable(dataDir: string): Promise<void> {
  assertUsable(await readMark(dataDir), `The folder ${dataDir}`);
}

/** Notes that this release uses the folder, which exists. */
export async function markFolder(dataDir: string): Promise<void> {
  const next = raised(await readMark(dataDir), VERSION);
  if (!next) return;
  // A file that is replaced as a whole is never half written.
  const draft = join(dataDir, `${FILE}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(next)}\n`, { mode: 0o600 });
  await rename(draft, join(dataDir, FILE));
}

async function readMark(dataDir: string): Promise<DataMark | undefined> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: unknown) => {
    // There is none in a new folder, nor in one of the first release.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return toMark(JSON.parse(text));
  } catch {
    return undefined;
  }
}
