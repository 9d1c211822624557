import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the embedded store listens. It has no password, so no other user may reach it: it listens on a Unix socket in a
 * folder of mode 0700. On Windows this is a named pipe, to which by default only the owner, the system and administrators
 * can write.
 */
export interface StoreSocket {
  readonly path: string;
  /** To be removed at the end; undefined on Windows, where sockets are not files. */
  readonly folder?: string;
}

/** Longest path of a socket in bytes: 107 on Linux, 103 on macOS. */
const MAX_PATH = 103;
const NAME = 'store.sock';

/**
 * Creates the folder of the socket in the folder for temporary files, because the path of a data folder may be too long
 * for a socket, and a data folder should contain only data, as users copy it. Without write access there, it is in
 * `dataDir`.
 */
export async function makeStoreSocket(dataDir: string): Promise<StoreSocket> {
  if (process.platform === 'win32') {
    return { path: `\\\\.\\pipe\\carillon-${randomUUID()}.sock` };
  }
  const failures: string[] = [];
  for (const parent of [tmpdir(), dataDir]) {
    try {
      const folder = await mkdtemp(join(parent, 'carillon-'));
      const path = join(folder, NAME);
      if (Buffer.byteLength(path) <= MAX_PATH) return { path, folder };
      await rm(folder, { recursive: true });
      failures.push(`the path ${folder} is too long for a socket`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `The embedded store has no place for its socket (${failures.join('; ')}). Set TMPDIR to a folder with a short path that can be written`,
  );
}

/** Removes the socket that a killed process has left, so that the next one can listen. */
export async function clearStoreSocket({ folder }: StoreSocket): Promise<void> {
  if (folder === undefined) return;
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

/** To be called when the store has stopped. */
export async function removeStoreSocket({ folder }: StoreSocket): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
