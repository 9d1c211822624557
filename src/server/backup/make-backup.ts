import { constants } from 'node:fs';
import { access, chmod, copyFile, link, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { EmbeddedMongoStartError } from '#libs/embedded-mongo/errors.js';
import { copyStore } from '#libs/embedded-mongo/storage/folder/copy-store.js';
import { StoreReader } from '#libs/embedded-mongo/storage/store-reader.js';
import type { Config } from '../../platform/config/config.js';
import { secretKeyFile } from '../../platform/crypto/secret-key.js';
import { VERSION } from '../../platform/package-root.js';
import { isServed } from '../embedded/data-folder.js';
import {
  ATTACHMENTS_FOLDER,
  BackupError,
  listFiles,
  type Manifest,
  MANIFEST_FILE,
  newManifest,
  SECRET_KEY_FILE,
  sizeInWords,
  STORE_FOLDER,
} from './manifest.js';
import { appendSeal } from './seal.js';

/** A quick compression: most of the time goes by on the disk. */
const GZIP_LEVEL = 1;

/**
 * Makes a backup of the embedded store of `DATA_DIR` with everything that is needed to restore it, also while Carillon
 * runs (behaviour BK1 to BK4). The file has its name only when it is complete. Throws {@link BackupError}.
 */
export async function makeBackup(config: Config, file: string, say: (line: string) => void): Promise<void> {
  const target = resolve(file);
  const dataDir = resolve(config.dataDir);
  if (config.mongodbUri !== undefined) {
    throw new BackupError(
      'MONGODB_URI is set: a backup copies the embedded store alone. Use mongodump for MongoDB, and copy the folder of attachments',
    );
  }
  await assertReadable(join(dataDir, STORE_FOLDER));
  await assertAbsent(target);
  const staging = `${target}.partial`;
  const draft = `${staging}.tar.gz`;
  try {
    await mkdir(staging, { mode: 0o700 }).catch(explainStaging(staging));
    const manifest = await collect(config, dataDir, staging);
    say(`Copied ${contentInWords(manifest)}`);
    await create({ file: draft, cwd: staging, gzip: { level: GZIP_LEVEL }, portable: true, strict: true }, [
      MANIFEST_FILE,
      ...manifest.files.map(({ path }) => path),
    ]);
    await appendSeal(draft);
    const size = await flush(draft);
    await nameFile(draft, target);
    say(`Wrote ${target} (${sizeInWords(size)}), which only its owner can read`);
    say(
      manifest.secretKey === 'included'
        ? 'It contains the secret key and everything that is encrypted with it: keep it as carefully as the data folder'
        : 'The secret key is not in it, because SECRET_KEY is set: keep that setting, too, or the stored secrets cannot be read',
    );
  } catch (error) {
    throw explained(error, dirname(target));
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 10 });
    await rm(draft, { force: true });
  }
}

/** Puts everything that belongs into a backup into a folder. */
async function collect(config: Config, dataDir: string, staging: string): Promise<Manifest> {
  const attachments = resolve(config.attachmentsDir ?? join(dataDir, ATTACHMENTS_FOLDER));
  // Attachments are written before their event is accepted and deleted after it has ended: those that the copy of the
  // store needs were there before it, or came in meanwhile.
  await copyNewFiles(attachments, join(staging, ATTACHMENTS_FOLDER));
  const createdAt = new Date().toISOString();
  const store = join(staging, STORE_FOLDER);
  await copyStore(join(dataDir, STORE_FOLDER), store, await isServed(dataDir));
  await copyNewFiles(attachments, join(staging, ATTACHMENTS_FOLDER));
  const secretKey = config.secretKey === undefined ? 'included' : 'setting';
  if (secretKey === 'included') await copyFile(secretKeyFile({ dataDir }), join(staging, SECRET_KEY_FILE));
  const collections = await summarise(store);
  const files = await listFiles(staging);
  const manifest = newManifest({ version: VERSION, createdAt, sealed: true, secretKey, collections, files });
  await writeFile(join(staging, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  return manifest;
}

async function summarise(store: string): Promise<Manifest['collections']> {
  const reader = StoreReader.open(store);
  try {
    return Object.fromEntries(
      reader
        .collections()
        .map(({ database, name, documents, indexes }) => [
          `${database}.${name}`,
          { documents, indexes: indexes.map((index) => index.name) },
        ]),
    );
  } finally {
    await reader.close();
    // LMDB makes it when a process opens the file.
    await rm(join(store, 'data.mdb-lock'), { force: true });
  }
}

/** Copies the files that are not copied yet. What is deleted meanwhile is left out. */
async function copyNewFiles(from: string, to: string): Promise<void> {
  const found = await readdir(from, { recursive: true, withFileTypes: true }).catch(nothingWhenAbsent);
  for (const entry of found.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const copy = join(to, path.slice(from.length));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await copyFile(path, copy, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
    });
  }
}

function nothingWhenAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function assertReadable(store: string): Promise<void> {
  await access(store, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `There is no store in ${dirname(store)}. Set DATA_DIR to the folder that Carillon uses`
        : `${store} cannot be read: ${error.message}. Run this as the user that Carillon runs as`,
    );
  });
}

async function assertAbsent(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${file} exists already. Give another name, or remove it first`);
}

function explainStaging(staging: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EEXIST') throw error;
    throw new BackupError(
      `${staging} exists: another backup is being written there, or one was interrupted. Remove that folder if none runs`,
    );
  };
}

/** Gives a file its name; unlike a rename, a link does not replace a file that has appeared meanwhile. */
async function nameFile(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error;
    // The file system has no links.
    await rename(draft, target);
  }
}

/** Brings a file to the disk; returns its size. */
async function flush(path: string): Promise<number> {
  await chmod(path, 0o600);
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function contentInWords({ collections, files }: Manifest): string {
  const documents = Object.values(collections).reduce((sum, one) => sum + one.documents, 0);
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  const attachments = files.filter(({ path }) => path.startsWith(`${ATTACHMENTS_FOLDER}/`)).length;
  return `${documents} documents in ${Object.keys(collections).length} collections and ${attachments} attachments (${sizeInWords(bytes)})`;
}

/** An error whose message says what to do. */
function explained(error: unknown, folder: string): Error {
  if (error instanceof BackupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || /No space left/.test(message)) {
    return new BackupError(`The disk of ${folder} is full. Nothing was left there; make room, or choose another disk`);
  }
  if (error instanceof EmbeddedMongoStartError) return new BackupError(message);
  return new BackupError(`The backup cannot be made: ${message}`);
}
