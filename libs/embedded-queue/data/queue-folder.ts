import { constants, existsSync } from 'node:fs';
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { describeHolder, FolderInUseError, FolderLock } from '../../folder-lock/folder-lock.js';
import { EmbeddedQueueStartError, reasonOf, systemErrorCode } from '../queue-start-error.js';
import { openDatabase } from './database.js';

/** The version of PostgreSQL that the installed PGlite is, and whose files it reads. */
const POSTGRES_VERSION = 18;

/** A new database takes 40 MB. With less than this free, a failure to open is attributed to the disk. */
const FREE_BYTES_NEEDED = 64 * 1024 * 1024;

/**
 * Takes the lock of the queue's folder: a file next to it, because the folder itself may be renamed. Throws
 * EmbeddedQueueStartError LOCKED, which names the holder, while the lock is held.
 */
export async function lockQueueFolder(folder: string): Promise<FolderLock> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    return await FolderLock.take(`${folder}.lock`);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new EmbeddedQueueStartError('LOCKED', `The folder ${folder} is in use by ${describeHolder(error.holder)}`);
  }
}

/**
 * Opens the queue's database in `folder`. The jobs can be recreated from the store, so a folder that does not open is
 * renamed (`<folder>.damaged-<time>`, only the latest is kept) and replaced by an empty queue; `warn` is called. A full
 * disk, missing permissions or missing memory are not damage: they throw EmbeddedQueueStartError and change nothing.
 * `template` is a folder to copy a new queue from, where there is one.
 */
export async function openQueueFolder(
  folder: string,
  warn: (message: string) => void,
  template?: string,
): Promise<PGlite> {
  if (await isAbsentOrEmpty(folder)) return create(folder, template);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const version = await databaseVersion(folder);
  if (version !== undefined && version > POSTGRES_VERSION) {
    throw new EmbeddedQueueStartError(
      'UNSUPPORTED_FORMAT',
      `The queue in ${folder} has the format of PostgreSQL ${version}; this version reads ${POSTGRES_VERSION}. Use the version of the software that wrote it, or delete the folder: its jobs are made again from the store`,
    );
  }
  let damage: unknown;
  try {
    if (version === undefined) throw new Error('it holds no queue');
    if (version < POSTGRES_VERSION) throw new Error(`its format is that of PostgreSQL ${version}`);
    return await openDatabase(folder);
  } catch (error) {
    await assertNotTheMachine(error, folder);
    damage = error;
  }
  const quarantined = await quarantine(folder);
  let database: PGlite;
  try {
    database = await create(folder, template);
  } catch (error) {
    await putBack(quarantined, folder);
    throw error;
  }
  await removeOlder(folder, quarantined);
  warn(
    `The queue's folder ${folder} was damaged (${reasonOf(damage)}). It was moved to ${quarantined}; the queue starts empty`,
  );
  return database;
}

/**
 * Creates the database next to its folder and renames it when it is complete: a process killed in between leaves no
 * partial database.
 */
async function create(folder: string, template: string | undefined): Promise<PGlite> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    if (template !== undefined && existsSync(template)) await copyPrivately(template, draft);
    else await (await openDatabase(draft)).close();
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return await openDatabase(folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    await assertNotTheMachine(error, dirname(folder));
    throw new EmbeddedQueueStartError('UNUSABLE', `No queue can be made in ${folder}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Copies a folder; other users of the machine cannot read the copy, whatever they may do with the original. */
async function copyPrivately(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  await chmod(to, 0o700);
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

async function isAbsentOrEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    // A file in place of the folder is treated as damage.
    if (systemErrorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** The version of PostgreSQL that has written the files; undefined when there is no database, 0 when it does not say. */
async function databaseVersion(folder: string): Promise<number | undefined> {
  return readFile(`${folder}/PG_VERSION`, 'utf8').then(
    (text) => Number.parseInt(text, 10) || 0,
    (error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    },
  );
}

/** Whether the disk of a folder has enough free space for the queue to open. */
export async function hasRoomForQueue(place: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(place);
  return bavail * bsize >= FREE_BYTES_NEEDED;
}

/** Throws if the database did not open because of the machine and not because of the data. */
async function assertNotTheMachine(error: unknown, place: string): Promise<void> {
  if (!(await hasRoomForQueue(place))) {
    throw new EmbeddedQueueStartError('DISK_FULL', `Less than 64 MB are free for the queue in ${place}`, {
      cause: error,
    });
  }
  const code = systemErrorCode(error);
  if (error instanceof RangeError || code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EMFILE') {
    throw error instanceof Error ? error : new Error(reasonOf(error));
  }
}

/**
 * Renames an unusable folder to `<folder>.damaged-<time>` and returns the new path. Older ones are deleted later by
 * `removeOlder`, once a new folder works.
 */
export async function quarantine(folder: string, now: Date = new Date()): Promise<string> {
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  const quarantined = `${folder}.damaged-${time}`;
  await rename(folder, quarantined);
  return quarantined;
}

/**
 * Deletes earlier quarantined folders of `folder`, except `latest`, so that they do not pile up on the disk.
 */
export async function removeOlder(folder: string, latest: string): Promise<void> {
  const ours = new RegExp(`^${escaped(basename(folder))}\\.damaged-\\d{8}T\\d{9}Z$`);
  const names = await readdir(dirname(folder));
  const older = names.filter((name) => ours.test(name) && name !== basename(latest));
  for (const name of older) await rm(join(dirname(folder), name), { recursive: true, force: true });
}

/** Renames a folder back when no new one could be created. */
async function putBack(quarantined: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await rename(quarantined, folder);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
