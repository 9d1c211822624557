import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedQueueStartError, systemErrorCode } from '../queue-start-error.js';

/** Who holds a lock: the process, when it started as far as the system tells, and which of its locks this is. */
export interface LockHolder {
  pid: number;
  startedAt: string;
  id: string;
}

/**
 * A lock file beside a folder, so that one process at a time uses the folder.
 * A lock whose process is gone (killed, or the machine was restarted) is taken over.
 */
export class FolderLock {
  private constructor(
    private readonly path: string,
    private readonly holder: LockHolder,
  ) {}

  /**
   * Takes the lock of `folder` (the file `<folder>.lock`).
   * Throws EmbeddedQueueStartError LOCKED, naming the other process, while it is held.
   */
  static async take(folder: string): Promise<FolderLock> {
    const path = `${folder}.lock`;
    const mine: LockHolder = { pid: process.pid, startedAt: processStart(process.pid), id: randomUUID() };
    await mkdir(dirname(path), { recursive: true });
    // Written aside and linked into place, so that nobody ever reads half a lock.
    const draft = `${path}.${mine.id}`;
    await writeFile(draft, JSON.stringify(mine));
    try {
      for (;;) {
        if (await linked(draft, path)) return new FolderLock(path, mine);
        const other = await readHolder(path);
        if (other !== undefined && isAlive(other)) {
          throw new EmbeddedQueueStartError('LOCKED', `The folder ${folder} is in use by process ${other.pid}`);
        }
        await removeStale(path, other);
      }
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Who holds the lock of `folder`, or held it when it was killed; undefined when nobody does. */
  static async holderOf(folder: string): Promise<LockHolder | undefined> {
    return readHolder(`${folder}.lock`);
  }

  /** Gives the lock back. Does nothing if it is no longer ours. */
  async release(): Promise<void> {
    const current = await readHolder(this.path);
    if (current?.id === this.holder.id) await rm(this.path, { force: true });
  }
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The holder written in the lock file; undefined when there is none or the file is not readable as one. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, startedAt, id } = value as Partial<Record<keyof LockHolder, unknown>>;
    if (typeof pid !== 'number' || typeof startedAt !== 'string' || typeof id !== 'string') return undefined;
    return { pid, startedAt, id };
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Moves the stale lock away before deleting it, and puts it back if it turns out to be a newer one:
 * two processes may find the same stale lock at once, and the slower must not delete the faster one's.
 */
async function removeStale(path: string, stale: LockHolder | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== undefined && moved.id !== stale?.id) await linked(aside, path);
  await rm(aside, { force: true });
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to somebody else.
    if (systemErrorCode(error) !== 'EPERM') return false;
  }
  // The number may have been given to another process since.
  return processStart(holder.pid) === holder.startedAt;
}

/** When a process started, in the system's own ticks; empty where the system does not tell (then only the number counts). */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
