import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isObject } from '../../platform/values/is-object.js';

const PRODUCT = 'carillon-backup';

/** Version of the form of backups, which this release writes and reads. */
const FORMAT = 1;

const DAMAGED = 'its manifest is damaged';

export const MANIFEST_FILE = 'manifest.json';
/** Folder of the store in a backup and in a data folder. */
export const STORE_FOLDER = 'store';
export const SECRET_KEY_FILE = 'secret.key';
export const ATTACHMENTS_FOLDER = 'attachments';

/** What a backup contains: the first file in it. */
export interface Manifest {
  readonly product: typeof PRODUCT;
  readonly format: number;
  /** The release that made it. */
  readonly version: string;
  /** When the copy of the store was begun, ISO 8601: every write that was acknowledged before is in it. */
  readonly createdAt: string;
  /** The file ends with a seal, as backups of earlier releases do not. */
  readonly sealed?: true;
  /** Where the key is that opens the stored secrets: in the backup, or in the setting `SECRET_KEY`. */
  readonly secretKey: 'included' | 'setting';
  /** By `database.collection`: its documents, and the names of its indexes. */
  readonly collections: Readonly<Record<string, { documents: number; indexes: readonly string[] }>>;
  /** All other files in the backup. */
  readonly files: readonly FileEntry[];
}

/** A file in a backup. */
export interface FileEntry {
  /** Relative, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A backup that cannot be made or restored; the message is one line for the user. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export function newManifest(content: Omit<Manifest, 'product' | 'format'>): Manifest {
  return { product: PRODUCT, format: FORMAT, ...content };
}

/** Throws {@link BackupError} for what is not the manifest of a backup that this release can restore. */
export function readManifest(text: string, version: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!isObject(value) || value['product'] !== PRODUCT) throw new BackupError('it is not a backup of Carillon');
  const manifest = value as unknown as Manifest;
  if (typeof manifest.version !== 'string') throw new BackupError(DAMAGED);
  if (manifest.format !== FORMAT || isNewer(manifest.version, version)) {
    throw new BackupError(
      `it was made by Carillon ${manifest.version}, and this is ${version}: restore it with that release or a newer one`,
    );
  }
  if (!isWellFormed(manifest)) throw new BackupError(DAMAGED);
  return manifest;
}

/** Whether it names files of a data folder alone, each with its size. What else they are is compared with the files. */
function isWellFormed({ files, collections }: Manifest): boolean {
  return (
    isObject(collections) &&
    Array.isArray(files) &&
    files.every((one: unknown) => isObject(one) && isDataPath(one['path']) && isSize(one['bytes']))
  );
}

function isDataPath(path: unknown): boolean {
  if (typeof path !== 'string' || /[\\\p{Cc}]/u.test(path)) return false;
  const [folder = '', ...names] = path.split('/');
  if (names.length === 0) return folder === SECRET_KEY_FILE;
  const isPlain = names.every((name) => name !== '' && name !== '.' && name !== '..');
  return isPlain && (folder === STORE_FOLDER || folder === ATTACHMENTS_FOLDER);
}

function isSize(bytes: unknown): boolean {
  return Number.isSafeInteger(bytes) && Number(bytes) >= 0;
}

/** Whether a release is newer than another, both such as `1.2.3`. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split('-')[0]!.split('.').map(Number));
  const different = left!.findIndex((number, index) => number !== right![index]);
  return different !== -1 && left![different]! > (right![different] ?? 0);
}

/** All files below a folder, with their hashes, in the order of their paths. */
export async function listFiles(folder: string): Promise<FileEntry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const entries: FileEntry[] = [];
  for (const path of paths) {
    const relative = path.slice(folder.length + 1).replaceAll('\\', '/');
    entries.push({ path: relative, bytes: (await stat(path)).size, sha256: await sha256Of(path) });
  }
  return entries;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** `12.3 MB` */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return unit === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** unit).toFixed(1)} ${units[unit]}`;
}
