import { Store } from '../../execution/store.js';
import { EmbeddedMongoStartError } from '../../store-error.js';
import { checkDataFile } from './check-data-file.js';
import { checkDirectory, claimDirectory, ioError, markInitialised } from './data-directory.js';
import { DirectoryLock } from './directory-lock.js';

/** Opens the data of a folder: checks what is in it, takes the lock, checks the data file, opens it. */
export async function openStore(dataDir: string): Promise<{ store: Store; lock: DirectoryLock }> {
  checkDirectory(dataDir);
  let lock: DirectoryLock;
  try {
    lock = DirectoryLock.acquire(dataDir);
  } catch (error) {
    throw error instanceof EmbeddedMongoStartError ? error : ioError(dataDir, error);
  }
  try {
    const { initialised } = claimDirectory(dataDir);
    if (initialised) checkDataFile(dataDir);
    const store = openData(dataDir);
    if (!initialised) markInitialised(dataDir);
    return { store, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openData(dataDir: string): Store {
  try {
    return new Store(dataDir);
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
