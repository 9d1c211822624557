import { chmod, cp, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DATA_FILE } from '#libs/embedded-mongo/storage/environment.js';
import { StoreReader } from '#libs/embedded-mongo/storage/store-reader.js';
import type { Config } from '../../platform/config/config.js';
import { VERSION } from '../../platform/package-root.js';
import { manifestOf, unpack } from './archive.js';
import {
  ATTACHMENTS_FOLDER,
  BackupError,
  listFiles,
  type Manifest,
  SECRET_KEY_FILE,
  STORE_FOLDER,
} from './manifest.js';
import { isSealed } from './seal.js';

/** Where a backup is unpacked in the data folder, before anything has its name. */
const STAGING = 'restoring';
/** What an empty disk has. */
const IGNORED = new Set([STAGING, 'lost+found']);

/**
 * Restores a backup into an empty `DATA_DIR`, after it was checked against its manifest, and every document against the
 * indexes (behaviour BK5 to BK8). Throws {@link BackupError}; then nothing is in the folder.
 */
export async function restoreBackup(config: Config, file: string, say: (line: string) => void): Promise<void> {
  const dataDir = resolve(config.dataDir);
  if (config.mongodbUri !== undefined) {
    throw new BackupError(
      'MONGODB_URI is set: a backup is restored into DATA_DIR alone. Unset it, and use `carillon move` afterwards',
    );
  }
  const source = resolve(file);
  const manifest = await manifestOf(source, VERSION);
  await assertEmpty(dataDir);
  const staging = join(dataDir, STAGING);
  try {
    await rm(staging, { recursive: true, force: true, maxRetries: 10 });
    await mkdir(staging, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
    if (manifest.sealed && !(await isSealed(source)))
      throw new BackupError(
        'The backup is damaged, and nothing was restored: its bytes are not those that were written. Use another copy',
      );
    await unpack(source, staging, manifest);
    await assertComplete(staging, manifest);
    say(
      `Read the backup of ${manifest.createdAt} (Carillon ${manifest.version}): all ${manifest.files.length} files are complete`,
    );
    await assertSound(join(staging, STORE_FOLDER), manifest);
    say('Checked every document against the indexes');
    await putInPlace(staging, dataDir, config.attachmentsDir);
  } catch (error) {
    throw explained(error, dataDir);
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 10 });
  }
  say(`Restored into ${dataDir}, which only its owner can read`);
  const advice = keyAdvice(manifest, config);
  if (advice !== undefined) say(advice);
}

async function assertEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${dataDir} cannot be used: ${error.message}`);
  });
  const content = names.filter((name) => !IGNORED.has(name));
  if (content.length === 0) return;
  throw new BackupError(
    `${dataDir} is not empty (${content.slice(0, 3).join(', ')}). Move its content away, or set DATA_DIR to a new folder`,
  );
}

/** Throws unless the folder has the files of the manifest, with their content. */
async function assertComplete(staging: string, manifest: Manifest): Promise<void> {
  const found = new Map((await listFiles(staging)).map((one) => [one.path, one.sha256]));
  const wrong = manifest.files.find(({ path, sha256 }) => found.get(path) !== sha256);
  if (wrong) throw new BackupError(`The backup is damaged: ${wrong.path} is not what was written`);
  if (found.size > manifest.files.length)
    throw new BackupError('The backup is damaged: it has files that were not written into it');
}

async function assertSound(store: string, manifest: Manifest): Promise<void> {
  const reader = StoreReader.open(store);
  try {
    for (const { database, name, documents } of reader.collections()) {
      const expected = manifest.collections[`${database}.${name}`]?.documents;
      if (documents !== expected) {
        throw new BackupError(`The backup is damaged: ${name} has ${documents} documents instead of ${expected}`);
      }
    }
    const [problem] = await reader.contradictions();
    if (problem !== undefined) throw new BackupError(`The backup is damaged: ${problem}`);
  } finally {
    await reader.close();
    await rm(join(store, `${DATA_FILE}-lock`), { force: true });
  }
}

/** The store comes last: without it, the folder is not used. */
async function putInPlace(staging: string, dataDir: string, attachmentsDir: string | undefined): Promise<void> {
  await restrict(staging);
  if (attachmentsDir !== undefined && (await exists(join(staging, ATTACHMENTS_FOLDER)))) {
    await cp(join(staging, ATTACHMENTS_FOLDER), resolve(attachmentsDir), { recursive: true });
    await rm(join(staging, ATTACHMENTS_FOLDER), { recursive: true });
  }
  for (const name of [ATTACHMENTS_FOLDER, SECRET_KEY_FILE, STORE_FOLDER]) {
    if (await exists(join(staging, name))) await rename(join(staging, name), join(dataDir, name));
  }
}

/** Other users can read nothing of it, and it is on the disk. */
async function restrict(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() ? 0o700 : 0o600);
    if (entry.isDirectory()) continue;
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function keyAdvice({ secretKey }: Manifest, config: Config): string | undefined {
  if (secretKey === 'setting')
    return 'The secret key is not in the backup: set SECRET_KEY to the one that was set when it was made';
  if (config.secretKey === undefined) return undefined;
  return `SECRET_KEY is set, and the backup has a key of its own in ${join(config.dataDir, SECRET_KEY_FILE)}: unset SECRET_KEY, or the stored secrets cannot be read`;
}

function explained(error: unknown, dataDir: string): Error {
  if (error instanceof BackupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new BackupError(`The disk of ${dirname(dataDir)} is full. Nothing was restored`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`${dataDir} cannot be written: ${message}`);
  return new BackupError(`The backup is damaged, and nothing was restored: ${message}`);
}
