import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describeHolder, FolderInUseError, FolderLock } from '../../../folder-lock/folder-lock.js';
import { EmbeddedMongoStartError } from '../../errors.js';
import { Store } from '../../execution/store.js';
import { DATA_FILE } from '../environment.js';
import { checkDataFile } from './check-data-file.js';

/** The lock file of the folder; files whose names start with it belong to the lock. */
const LOCK_FILE = 'store.lock';

const FORMAT_FILE = 'FORMAT';
const PRODUCT = 'carillon-embedded-store';
const VERSION = 1;

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

/** The content of `FORMAT`. */
interface Format {
  readonly product: string;
  readonly version: number;
  /** Whether the data file has been created; from then on it must exist. */
  readonly initialised: boolean;
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

/** Reads or writes `FORMAT`; returns whether the data file must already exist. Runs under the lock. */
function claimDirectory(dataDir: string): { initialised: boolean } {
  const path = join(dataDir, FORMAT_FILE);
  if (!existsSync(path)) {
    writeFormat(dataDir, false);
    return { initialised: false };
  }
  const format = readFormat(path);
  if (format.version !== VERSION) {
    throw new EmbeddedMongoStartError(
      'UNSUPPORTED_FORMAT',
      `The data in ${dataDir} has format version ${format.version}; this version reads ${VERSION}. Use the version of the software that wrote it.`,
    );
  }
  if (format.initialised && !existsSync(join(dataDir, DATA_FILE))) {
    throw new EmbeddedMongoStartError(
      'DAMAGED_DATA',
      `The data file ${join(dataDir, DATA_FILE)} is missing. Restore the folder from a backup, or start with an empty one.`,
    );
  }
  return { initialised: format.initialised };
}

/** Records that the data file exists now. */
function markInitialised(dataDir: string): void {
  writeFormat(dataDir, true);
}

function readFormat(path: string): Format {
  let format: Partial<Format>;
  try {
    format = JSON.parse(readFileSync(path, 'utf8')) as Partial<Format>;
  } catch {
    format = {};
  }
  if (format.product !== PRODUCT || typeof format.version !== 'number') {
    throw new EmbeddedMongoStartError(
      'DAMAGED_DATA',
      `The file ${path} is not readable. Restore the folder from a backup, or start with an empty one.`,
    );
  }
  return { product: format.product, version: format.version, initialised: format.initialised ?? false };
}

function writeFormat(dataDir: string, initialised: boolean): void {
  const path = join(dataDir, FORMAT_FILE);
  const format: Format = { product: PRODUCT, version: VERSION, initialised };
  try {
    const file = openSync(`${path}.new`, 'w', 0o600);
    try {
      writeSync(file, `${JSON.stringify(format)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
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
