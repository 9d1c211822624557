import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedMongoStartError } from '../../errors.js';
import { DATA_FILE } from '../environment.js';

export const FORMAT_FILE = 'FORMAT';
const PRODUCT = 'carillon-embedded-store';

/** Version of the format of the data, which this program reads and writes. */
export const FORMAT_VERSION = 1;

/** The content of `FORMAT`. */
interface Format {
  readonly product: string;
  readonly version: number;
  /** Whether the data file has been created; from then on it must exist. */
  readonly initialised: boolean;
}

/** Whether the folder has data. Throws when they are of another version, or when a part of them is missing. */
export function checkFormat(dataDir: string): { initialised: boolean } {
  const path = join(dataDir, FORMAT_FILE);
  if (!existsSync(path)) return { initialised: false };
  const format = readFormat(path);
  if (format.version !== FORMAT_VERSION) {
    throw new EmbeddedMongoStartError(
      'UNSUPPORTED_FORMAT',
      `The data in ${dataDir} has format version ${format.version}; this version reads ${FORMAT_VERSION}. Use the version of the software that wrote it.`,
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

/** Replaces `FORMAT`. Throws errors of the file system. */
export function writeFormat(dataDir: string, initialised: boolean): void {
  const path = join(dataDir, FORMAT_FILE);
  const format: Format = { product: PRODUCT, version: FORMAT_VERSION, initialised };
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(format)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
