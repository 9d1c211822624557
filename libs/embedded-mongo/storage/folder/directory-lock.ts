import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EmbeddedMongoStartError } from '../../store-error.js';

export const LOCK_FILE = 'store.lock';
const TAKEOVER_FOLDER = 'store.lock.takeover';

/** How often a holder shows that it is alive, and after what silence it counts as gone, in milliseconds. */
const HEARTBEAT = 5_000;
const SILENCE = 30_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system tells it; a new process with an old number is not the same. */
  readonly processStart: string;
}

/** Keeps a second process from opening the same folder. A lock left by a process that is gone is taken over. */
export class DirectoryLock {
  private readonly heartbeat: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly content: string,
  ) {
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT).unref();
  }

  /** Takes the lock of a folder. Throws when another process holds it. */
  static acquire(dataDir: string): DirectoryLock {
    const path = join(dataDir, LOCK_FILE);
    const own: Holder = { pid: process.pid, host: hostname(), processStart: processStart(process.pid) };
    const content = JSON.stringify({ ...own, token: Math.random().toString(36).slice(2) });
    if (!create(path, content)) {
      const holder = readHolder(path);
      if (holder && isAlive(holder, path)) throw locked(dataDir, holder);
      takeOver(dataDir, path, content, holder);
    }
    return new DirectoryLock(path, content);
  }

  /** Gives the lock back. */
  release(): void {
    clearInterval(this.heartbeat);
    try {
      if (readFileSync(this.path, 'utf8') === this.content) unlinkSync(this.path);
    } catch {
      // Somebody removed the file or the folder: then there is nothing to give back.
    }
  }

  private beat(): void {
    const now = new Date();
    try {
      utimesSync(this.path, now, now);
    } catch {
      // The folder is gone or read-only; the next write reports that.
    }
  }
}

/** Makes the lock file with its content in one step; false when it is there already. */
function create(path: string, content: string): boolean {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const file = openSync(temporary, 'wx');
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** Replaces a stale lock. A folder made for the moment keeps two processes from doing so at once. */
function takeOver(dataDir: string, path: string, content: string, stale: Holder | undefined): void {
  const guard = join(dataDir, TAKEOVER_FOLDER);
  try {
    mkdirSync(guard);
  } catch {
    if (Date.now() - modified(guard) < SILENCE) throw locked(dataDir, stale);
  }
  try {
    const holder = readHolder(path);
    if (holder && isAlive(holder, path)) throw locked(dataDir, holder);
    try {
      unlinkSync(path);
    } catch {
      // It is gone already.
    }
    if (!create(path, content)) throw locked(dataDir, readHolder(path));
  } finally {
    rmdirSync(guard);
  }
}

function locked(dataDir: string, holder: Holder | undefined): EmbeddedMongoStartError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process that is just starting';
  return new EmbeddedMongoStartError(
    'LOCKED',
    `The data folder ${dataDir} is in use by ${who}. Stop that process, or choose another folder.`,
  );
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    if (typeof holder.pid !== 'number' || typeof holder.host !== 'string') return undefined;
    return { pid: holder.pid, host: holder.host, processStart: holder.processStart ?? '' };
  } catch {
    return undefined;
  }
}

/** On this machine the system knows; a holder elsewhere is judged by its heartbeat. */
function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - modified(path) < SILENCE;
  const start = processStart(holder.pid);
  if (holder.processStart !== '' && start !== '') return holder.processStart === start;
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function modified(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Boot and start time of a process where the system tells them (Linux); empty elsewhere or when it is gone. */
function processStart(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return `${boot}:${fields?.[19] ?? ''}`;
  } catch {
    return '';
  }
}
