import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * Interval of the holder's heartbeat, and how long a holder on another machine may be silent before its lock is stale.
 */
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 30_000;

/** The process that holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /**
   * Start time of the process as the system reports it: distinguishes processes that got the same pid one after the
   * other.
   */
  readonly processStart: string;
  /** Unique per acquisition of the lock. */
  readonly id: string;
  /**
   * Inode number of the lock file. In a copy of the folder, the lock file has another number, so the copy is not
   * locked.
   */
  readonly file: string;
}

/** Another process holds the lock, or this one does already. */
export class FolderInUseError extends Error {
  constructor(readonly holder: LockHolder) {
    super(`in use by ${describeHolder(holder)}`);
    this.name = 'FolderInUseError';
  }
}

/** `process 12`, with its host name if it runs on another machine. */
export function describeHolder(holder: LockHolder): string {
  return `process ${holder.pid}${isOnThisMachine(holder) ? '' : ` on ${holder.host}`}`;
}

/** Ids of the locks that this process holds or is acquiring. */
const held = new Set<string>();

/**
 * A lock file, so that one process at a time uses a folder.
 *
 * A lock is stale when its process was killed or the machine was restarted. Exactly one process takes it over. It must
 * first create the succession file, which is named after the content of the lock file and can exist only once. Then it must
 * find the lock file unchanged. A process that loses either of these races starts over.
 *
 * A copy of the folder is not locked, even while the original is: its lock file has another inode.
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
   * Takes the lock whose file is `path`. Its folder must exist, on a file system that supports hard links. Throws
   * FolderInUseError, which names the holder, while the lock is held.
   */
  static async take(path: string): Promise<FolderLock> {
    const id = randomUUID();
    // Written to a draft and linked into place, so that no reader ever sees half a lock.
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

  /**
   * Returns the holder of the lock whose file is `path`, even if that process was killed; undefined when there is none.
   */
  static async holderOf(path: string): Promise<LockHolder | undefined> {
    return parseHolder((await contentOf(path)) ?? '');
  }

  /** Returns the holder of the lock whose file is `path` if it is alive; undefined when the lock is free or stale. */
  static async liveHolderOf(path: string): Promise<LockHolder | undefined> {
    const holder = await FolderLock.holderOf(path);
    return holder && (await isAlive(holder, path)) ? holder : undefined;
  }

  /** Releases the lock. Does nothing if another process has taken it over, or if the folder no longer exists. */
  async release(): Promise<void> {
    clearInterval(this.heartbeat);
    try {
      const current = await FolderLock.holderOf(this.path);
      if (current?.id === this.holder.id) await rm(this.path, { force: true });
    } catch {
      // For example, the disk has become read-only. The remaining lock file is stale once this process has exited.
    } finally {
      held.delete(this.holder.id);
    }
  }

  private async beat(): Promise<void> {
    const now = new Date();
    // If the folder is missing or read-only, the next access to it reports that.
    await utimes(this.path, now, now).catch(() => undefined);
  }
}

/**
 * Links `draft` to `place`: the lock file itself, or a succession file. The owner of a succession file may have been
 * killed like any holder; it is replaced in the same way.
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
      const copy = `${draft}.${randomUUID()}`;
      await link(draft, copy);
      await rename(copy, place);
      return;
    } finally {
      // Not earlier: while the file has its old content, no other process may replace it.
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
 * For a holder on another machine only the heartbeat counts: inode numbers may differ between machines. All processes
 * of one machine see the same numbers, on every file system with hard links.
 */
async function isAlive(holder: LockHolder, path: string): Promise<boolean> {
  const { ino, mtimeMs } = await stat(path, { bigint: true }).catch(() => ({ ino: 0n, mtimeMs: 0n }));
  if (!isOnThisMachine(holder)) return Date.now() - Number(mtimeMs) < SILENCE_MS;
  const isCopy = holder.file !== '' && holder.file !== ino.toString();
  return !isCopy && isRunning(holder, (id) => held.has(id));
}

/** Whether a holder runs on this machine, so that the system can be asked whether it is alive. */
function isOnThisMachine(holder: LockHolder): boolean {
  return holder.host === hostname();
}

/**
 * Whether a holder on this machine is alive. `isHeldHere` returns whether this process holds the lock with that id; it
 * decides where the system does not report start times.
 */
function isRunning(holder: LockHolder, isHeldHere: (id: string) => boolean): boolean {
  const start = processStart(holder.pid);
  if (start !== '' && holder.processStart !== '') return start === holder.processStart;
  if (holder.pid === process.pid) return isHeldHere(holder.id);
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** On Linux, the boot id and the start time of a process; empty on other systems, or when the process does not exist. */
function processStart(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; the start is the 20th field after it.
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}

/** The content of a lock file that this process creates: `id` of the acquisition, `file` its inode number. */
function thisProcess(id: string, file: string): LockHolder {
  return { pid: process.pid, host: hostname(), processStart: processStart(process.pid), id, file };
}

/** Parses the content of a lock file; undefined when it is not valid. */
function parseHolder(content: string): LockHolder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, host, processStart: start, id, file } = value as Partial<Record<keyof LockHolder, unknown>>;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { pid, host, processStart: textOf(start), id: textOf(id), file: textOf(file) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
