import { join } from 'node:path';
import { FolderInUseError, FolderLock, describeHolder } from '../../../folder-lock/folder-lock.js';
import { Store } from '../../execution/store.js';
import { EmbeddedMongoStartError } from '../../store-error.js';
import { checkDataFile } from './check-data-file.js';
import { LOCK_FILE, checkDirectory, claimDirectory, ioError, markInitialised } from './data-directory.js';

/**
 * Opens the data of a folder: checks what is in it, takes the lock, checks the data file, opens it.
 *
 * @param durable Whether commits are over only when they are on the disk.
 */
export async function openStore(dataDir: string, durable = true): Promise<{ store: Store; lock: FolderLock }> {
  checkDirectory(dataDir);
  const lock = await takeLock(dataDir);
  try {
    const { initialised } = claimDirectory(dataDir);
    if (initialised) checkDataFile(dataDir);
    const store = openData(dataDir, durable);
    if (!initialised) markInitialised(dataDir);
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
