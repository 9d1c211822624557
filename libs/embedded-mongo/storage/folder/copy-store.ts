import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILE, openToRead } from '../environment.js';
import { checkDataFile } from './check-data-file.js';
import { checkFormat, writeFormat } from './format.js';

/** The file grows while it is opened: LMDB then asks to open it again. */
const RESIZED = /MDB_MAP_RESIZED/;
const TRIES = 20;

/**
 * Copies the data of a folder, as they are at one moment, into a new one without free pages. A process may serve them
 * meanwhile and write; it reuses the space that its writes replace only after the copy. The result is a complete data
 * folder. Throws `EmbeddedMongoStartError` for data that this version cannot read, and errors of LMDB.
 */
export async function copyStore(dataDir: string, target: string, isServed: boolean): Promise<void> {
  checkFormat(dataDir);
  if (!isServed) checkDataFile(dataDir);
  mkdirSync(target, { mode: 0o700 });
  const file = join(target, DATA_FILE);
  for (let tries = 1; ; tries++) {
    const { root } = openToRead(dataDir);
    try {
      await root.backup(file, true);
      break;
    } catch (error) {
      if (tries === TRIES || !RESIZED.test(String(error))) throw error;
    } finally {
      await root.close();
    }
  }
  chmodSync(file, 0o600);
  writeFormat(target, true);
  checkDataFile(target);
}
