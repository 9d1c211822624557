import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';

const OTHERS = 0o077;

/**
 * Creates a folder that only this user can access, or restricts an existing one: earlier releases left data readable for
 * other users of the machine, and so may a restored backup. Its content is restricted, too, except for folders that are
 * already private.
 *
 * Calls `warn` with one line when that is not possible: another user owns the folder, or its file system has no users.
 */
export async function makePrivateFolder(path: string, warn: (message: string) => void): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  // On Windows the permissions are inherited from the parent folder.
  if (process.platform === 'win32') return;
  try {
    // The folder first, because its content takes a moment.
    await chmod(path, 0o700);
    await closeEntries(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`Other users of this machine may be able to read ${path}, and it cannot be closed to them: ${reason}`);
  }
}

async function closeEntries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // A process that is exiting may delete its files meanwhile.
    const entry = await lstat(path).catch(() => undefined);
    if (!entry || entry.isSymbolicLink() || (entry.mode & OTHERS) === 0) continue;
    // A folder after its content: if this is interrupted, the next start continues, because the folder is still open.
    if (entry.isDirectory()) await closeEntries(path);
    await chmod(path, entry.mode & 0o777 & ~OTHERS);
  }
}

/**
 * Removes the queue of releases that kept it in files. It held hints alone: the sweeper finds the events. To be called
 * while this process has the store of the folder open, so that no process of such a release uses it.
 */
export async function removeFormerQueue(dataDir: string): Promise<void> {
  const former = (await readdir(dataDir)).filter((name) => /^queue($|\.)/.test(name));
  await Promise.all(former.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
}

/** The file with the current address of the embedded store, through which commands on the server use a running store. */
const FILE = 'store.address';

/** To be called after the store was started. */
export async function saveStoreAddress(dataDir: string, uri: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
  await writeFile(join(dataDir, FILE), uri, { mode: 0o600 });
}

export async function deleteStoreAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** Whether a process has the embedded store of this folder open. */
export async function isServed(dataDir: string): Promise<boolean> {
  return (await FolderLock.liveHolderOf(join(dataDir, 'store', 'store.lock'))) !== undefined;
}

/** Undefined when no process has the store open: the file of a killed process, or in a copy of the folder, is ignored. */
export async function findStoreAddress(dataDir: string): Promise<string | undefined> {
  if (!(await isServed(dataDir))) return undefined;
  return readFile(join(dataDir, FILE), 'utf8').catch(() => undefined);
}
