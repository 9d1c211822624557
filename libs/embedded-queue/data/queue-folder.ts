import type { PGlite } from '@electric-sql/pglite';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedQueueStartError, reasonOf, systemErrorCode } from '../queue-start-error.js';
import { openDatabase } from './database.js';
import { forgetOlder, putBack, setAside } from './quarantine.js';

/** A new database takes 40 MB; with less than this free, a failure to open is the disk's fault. */
const FREE_BYTES_NEEDED = 64 * 1024 * 1024;

/**
 * Opens the queue's database in `folder`.
 * The queue is a hint that the store can repeat, so a folder that does not open is set aside
 * (`<folder>.damaged-<time>`, only the latest is kept) and an empty queue takes its place; `warn` is told.
 * A full disk, missing rights or missing memory are no damage: they throw EmbeddedQueueStartError and change nothing.
 */
export async function openQueueFolder(folder: string, warn: (message: string) => void): Promise<PGlite> {
  if (await isAbsentOrEmpty(folder)) return create(folder);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  let damage: unknown;
  try {
    if (!(await holdsDatabase(folder))) throw new Error('it holds no queue');
    return await openDatabase(folder);
  } catch (error) {
    await assertNotTheMachine(error, folder);
    damage = error;
  }
  const aside = await setAside(folder);
  let database: PGlite;
  try {
    database = await create(folder);
  } catch (error) {
    await putBack(aside, folder);
    throw error;
  }
  await forgetOlder(folder, aside);
  warn(
    `The queue's folder ${folder} was damaged (${reasonOf(damage)}). It was set aside as ${aside}; the queue starts empty`,
  );
  return database;
}

/** Makes the database beside its place and moves it there when it is whole: a process killed meanwhile leaves nothing half. */
async function create(folder: string): Promise<PGlite> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    const database = await openDatabase(draft);
    await database.close();
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

async function isAbsentOrEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    // A file in the folder's place is set aside like any other damage.
    if (systemErrorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

async function holdsDatabase(folder: string): Promise<boolean> {
  return access(`${folder}/PG_VERSION`).then(
    () => true,
    (error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return false;
      throw error;
    },
  );
}

/** Whether the disk of a folder has the room that the queue needs to open. */
export async function hasRoomForQueue(place: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(place);
  return bavail * bsize >= FREE_BYTES_NEEDED;
}

/** Throws when the machine, not the data, is why the database did not open. */
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
