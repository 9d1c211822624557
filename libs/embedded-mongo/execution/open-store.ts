import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeHolder, FolderInUseError, FolderLock } from '../../folder-lock/folder-lock.js';
import { EmbeddedMongoStartError } from '../errors.js';
import { Store } from './store.js';
import { checkDataFile } from '../storage/folder/check-data-file.js';
import { checkFormat, FORMAT_FILE, writeFormat } from '../storage/folder/format.js';

/** The lock file of the folder; files whose names start with it belong to the lock. */
const LOCK_FILE = 'store.lock';

/**
 * Opens the data of a folder: checks what is in it, takes the lock, checks the data file, opens it.
 *
 * @param durable Whether commits complete only when they are on the disk.
 */
export async function openStore(dataDir: string, durable = true): Promise<{ store: Store; lock: FolderLock }> {
  checkDirectory(dataDir);
  const lock = await takeLock(dataDir);
  try {
    const { initialised } = claimDirectory(dataDir);
    if (initialised) checkDataFile(dataDir);
    const store = openData(dataDir, durable);
    if (!initialised) recordFormat(dataDir, true);
    return { store, lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function takeLock(dataDir: string): Promise<FolderLock> {
  try {
    return await FolderLock.take(join(dataDir, LOCK_FILE));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw ioError(dataDir, error);
    throw new EmbeddedMongoStartError(
      'LOCKED',
      `The data folder ${dataDir} is in use by ${describeHolder(error.holder)}. Stop that process, or choose another folder.`,
    );
  }
}

/** Creates the folder if needed, and refuses one with other content. Changes nothing in it. */
function checkDirectory(dataDir: string): void {
  let names: string[];
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    names = readdirSync(dataDir);
  } catch (error) {
    throw ioError(dataDir, error);
  }
  if (names.includes(FORMAT_FILE)) return;
  const foreign = names.filter((name) => !name.startsWith(LOCK_FILE) && name !== `${FORMAT_FILE}.new`);
  if (foreign.length > 0) {
    throw new EmbeddedMongoStartError(
      'FOREIGN_DATA',
      `The folder ${dataDir} holds something else than the embedded store's data (${foreign.slice(0, 3).join(', ')}). Choose an empty or a new folder.`,
    );
  }
}

/** Returns whether the data file must already exist; if there is no `FORMAT`, writes it. Runs under the lock. */
function claimDirectory(dataDir: string): { initialised: boolean } {
  const { initialised } = checkFormat(dataDir);
  if (!existsSync(join(dataDir, FORMAT_FILE))) recordFormat(dataDir, false);
  return { initialised };
}

function recordFormat(dataDir: string, initialised: boolean): void {
  try {
    writeFormat(dataDir, initialised);
  } catch (error) {
    throw ioError(dataDir, error);
  }
}

function openData(dataDir: string, durable: boolean): Store {
  try {
    return new Store(dataDir, durable);
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    if (code === 'ENOSPC' || /No space left|Input\/output error|MDB_MAP_FULL/.test(message)) {
      throw ioError(dataDir, Object.assign(new Error(message), { code: 'ENOSPC' }));
    }
    throw new EmbeddedMongoStartError(
      'DAMAGED_DATA',
      `The data in ${dataDir} cannot be read (${message}). Nothing was changed. Restore the folder from a backup, or start with an empty one.`,
      { cause: error },
    );
  }
}

/** Turns a file system error into a start error that tells the user what to do. */
function ioError(dataDir: string, error: unknown): EmbeddedMongoStartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') {
    return new EmbeddedMongoStartError('DISK_FULL', `The disk of ${dataDir} is full. Make room and start again.`, {
      cause: error,
    });
  }
  return new EmbeddedMongoStartError('IO', `The data folder ${dataDir} cannot be used: ${message}`, { cause: error });
}
