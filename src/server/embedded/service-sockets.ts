import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the embedded store and queue listen. They have no password, so no other user may reach them: they listen on Unix
 * sockets in a folder of mode 0700. On Windows these are named pipes, to which by default only the owner, the system and
 * administrators can write.
 */
export interface ServiceSockets {
  /** Path of the store's socket. */
  readonly store: string;
  /** The folder of the queue's socket, as PostgreSQL names it. */
  readonly queueFolder: string;
  /** To be removed at the end; undefined on Windows, where sockets are not files. */
  readonly folder?: string;
}

/** Longest path of a socket in bytes: 107 on Linux, 103 on macOS. */
const MAX_PATH = 103;
/** The longer of the two names below the folder. */
const MAX_NAME_LENGTH = '/.s.PGSQL.5432';

/**
 * Creates the folder of the sockets in the folder for temporary files, because the path of a data folder may be too long
 * for a socket, and a data folder should contain only data, as users copy it. Without write access there, it is in
 * `dataDir`.
 */
export async function makeServiceSockets(dataDir: string): Promise<ServiceSockets> {
  if (process.platform === 'win32') {
    const name = `carillon-${randomUUID()}`;
    return { store: `\\\\.\\pipe\\${name}.sock`, queueFolder: `//./pipe/${name}` };
  }
  const failures: string[] = [];
  for (const parent of [tmpdir(), dataDir]) {
    try {
      const folder = await mkdtemp(join(parent, 'carillon-'));
      if (Buffer.byteLength(folder + MAX_NAME_LENGTH) <= MAX_PATH) {
        return { store: join(folder, 'store.sock'), queueFolder: folder, folder };
      }
      await rm(folder, { recursive: true });
      failures.push(`the path ${folder} is too long for a socket`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `The embedded services have no place for their sockets (${failures.join('; ')}). Set TMPDIR to a folder with a short path that can be written`,
  );
}

/** Removes the sockets that a killed process has left, so that the next one can listen. */
export async function clearServiceSockets({ folder }: ServiceSockets): Promise<void> {
  if (folder === undefined) return;
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

/** To be called when the services have stopped. */
export async function removeServiceSockets({ folder }: ServiceSockets): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
