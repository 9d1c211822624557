import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Makes a folder that only this user may enter, or closes one that others could: earlier releases left data open to the
 * other users of the machine, and so may a restored backup. What is in it is closed too; a folder that is closed
 * already is not looked into, because nobody gets past it.
 *
 * `warn` is told, in one line, when the system does not let us: another user owns the folder, or its file system knows
 * no users.
 */
export async function makePrivateFolder(path: string, warn: (message: string) => void): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  // Windows keeps other users out by what the folder around it says.
  if (process.platform === 'win32') return;
  try {
    // The door first; what is behind it takes a moment.
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
    // A process that is just ending takes its files away.
    const entry = await lstat(path).catch(() => undefined);
    if (!entry || entry.isSymbolicLink() || (entry.mode & OTHERS) === 0) continue;
    // A folder last: when this is cut off, the next start finds it open and goes on.
    if (entry.isDirectory()) await closeEntries(path);
    await chmod(path, entry.mode & 0o777 & ~OTHERS);
  }
}
