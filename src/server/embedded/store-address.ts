import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';

/** Where the embedded store of a data folder answers at this time: commands on the server reach it while it is in use. */
const FILE = 'store.address';

/** To be called by whoever has started the store. */
export async function noteStoreAddress(dataDir: string, uri: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
  await writeFile(join(dataDir, FILE), uri, { mode: 0o600 });
}

export async function forgetStoreAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** Undefined when no process has the store open: what a killed one has noted, or a copy of the folder, does not count. */
export async function findStoreAddress(dataDir: string): Promise<string | undefined> {
  if ((await FolderLock.liveHolderOf(join(dataDir, 'store', 'store.lock'))) === undefined) return undefined;
  return readFile(join(dataDir, FILE), 'utf8').catch(() => undefined);
}
