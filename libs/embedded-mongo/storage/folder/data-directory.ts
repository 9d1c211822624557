import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { EmbeddedMongoStartError } from '../../store-error.js';
import { DATA_FILE } from '../environment.js';

/** The lock of the folder; files whose names begin with it belong to it. */
export const LOCK_FILE = 'store.lock';

const FORMAT_FILE = 'FORMAT';
const PRODUCT = 'carillon-embedded-store';
const VERSION = 1;

/** What `FORMAT` says. */
interface Format {
  readonly product: string;
  readonly version: number;
  /** Whether the data file has been made; from then on it has to be there. */
  readonly initialised: boolean;
}

/** Makes the folder if needed and refuses one that holds something else. Nothing in it is changed. */
export function checkDirectory(dataDir: string): void {
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

/** Reads or writes `FORMAT`; the answer says whether the data file must already exist. Runs under the lock. */
export function claimDirectory(dataDir: string): { initialised: boolean } {
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

/** Notes that the data file exists now. */
export function markInitialised(dataDir: string): void {
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

/** An error of the file system, with what it means for the user. */
export function ioError(dataDir: string, error: unknown): EmbeddedMongoStartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') {
    return new EmbeddedMongoStartError('DISK_FULL', `The disk of ${dataDir} is full. Make room and start again.`, {
      cause: error,
    });
  }
  return new EmbeddedMongoStartError('IO', `The data folder ${dataDir} cannot be used: ${message}`, { cause: error });
}
