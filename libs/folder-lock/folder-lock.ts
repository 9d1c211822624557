import { createHash, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { type LockHolder, isOnThisMachine, isRunning, parseHolder, thisProcess } from './lock-holder.js';

/** How often a holder shows that it is alive, and after what silence one on another machine counts as gone. */
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 30_000;

/** The lock is held by somebody else. */
export class FolderInUseError extends Error {
  constructor(readonly holder: LockHolder) {
    super(`in use by ${describeHolder(holder)}`);
    this.name = 'FolderInUseError';
  }
}

/** `process 12`, with its machine when that is another one. */
export function describeHolder(holder: LockHolder): string {
  return `process ${holder.pid}${isOnThisMachine(holder) ? '' : ` on ${holder.host}`}`;
}

/** What this process holds, or is about to. */
const held = new Set<string>();

/**
 * A lock file, so that one process at a time uses a folder.
 *
 * A lock whose process is gone (killed, or the machine was restarted) is taken over, and by one only: whoever wants to
 * follow a holder must first be the only one to make the file of its succession, named after what the lock file
 * says, and then find the lock file unchanged. A process that is late at either of these begins anew.
 *
 * A copy of the folder is free, also while the original is held: its lock file is another file than the one held.
 */
export class FolderLock {
  private readonly heartbeat: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly holder: LockHolder,
  ) {
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /**
   * Takes the lock whose file is `path`. The folder around the file must exist, on a file system that knows hard links.
   * Throws FolderInUseError, which names the other process, while it is held.
   */
  static async take(path: string): Promise<FolderLock> {
    const id = randomUUID();
    // Written aside and linked into place, so that nobody ever reads half a lock.
    const draft = `${path}.${id}`;
    try {
      const mine = await writeDraft(draft, id);
      held.add(id);
      await claim(path, path, draft);
      return new FolderLock(path, mine);
    } catch (error) {
      held.delete(id);
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Who holds the lock whose file is `path`, or held it when it was killed; undefined when nobody does. */
  static async holderOf(path: string): Promise<LockHolder | undefined> {
    return parseHolder((await contentOf(path)) ?? '');
  }

  /** Who holds the lock whose file is `path` and lives; undefined when it is free, or can be taken over. */
  static async liveHolderOf(path: string): Promise<LockHolder | undefined> {
    const holder = await FolderLock.holderOf(path);
    return holder && (await isAlive(holder, path)) ? holder : undefined;
  }

  /** Gives the lock back. Does nothing if it is no longer ours, or gone with its folder. */
  async release(): Promise<void> {
    clearInterval(this.heartbeat);
    try {
      const current = await FolderLock.holderOf(this.path);
      if (current?.id === this.holder.id) await rm(this.path, { force: true });
    } catch {
      // A disk that has become read-only, say. What is left there is stale when this process has ended.
    } finally {
      held.delete(this.holder.id);
    }
  }

  private async beat(): Promise<void> {
    const now = new Date();
    // If the folder is gone or read-only, its next user says so.
    await utimes(this.path, now, now).catch(() => undefined);
  }
}

/**
 * Puts a link to `draft` at `place`: the lock file itself, or the file of a succession, whose owner may have
 * been killed like any holder and is then followed in the same way.
 */
async function claim(lock: string, place: string, draft: string): Promise<void> {
  while (!(await linked(draft, place))) {
    const content = await contentOf(place);
    if (content === undefined) continue;
    const holder = parseHolder(content);
    if (holder !== undefined && (await isAlive(holder, place))) throw new FolderInUseError(holder);
    const succession = `${lock}.after-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
    await claim(lock, succession, draft);
    try {
      if ((await contentOf(place)) !== content) continue;
      const ours = `${draft}.${randomUUID()}`;
      await link(draft, ours);
      await rename(ours, place);
      return;
    } finally {
      // Only now: as long as the place has the old content, nobody else may follow it.
      await rm(succession, { force: true });
    }
  }
}

async function writeDraft(draft: string, id: string): Promise<LockHolder> {
  const file = await open(draft, 'wx', 0o600);
  try {
    const { ino } = await file.stat({ bigint: true });
    const holder = thisProcess(id, ino.toString());
    await file.writeFile(JSON.stringify(holder));
    return holder;
  } finally {
    await file.close();
  }
}

async function linked(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * A holder elsewhere is judged by its heartbeat alone: the number of a file may be another on each machine. Numbers are
 * the same for all processes of one machine, on every file system with hard links.
 */
async function isAlive(holder: LockHolder, path: string): Promise<boolean> {
  const { ino, mtimeMs } = await stat(path, { bigint: true }).catch(() => ({ ino: 0n, mtimeMs: 0n }));
  if (!isOnThisMachine(holder)) return Date.now() - Number(mtimeMs) < SILENCE_MS;
  const isCopy = holder.file !== '' && holder.file !== ino.toString();
  return !isCopy && isRunning(holder, (id) => held.has(id));
}
