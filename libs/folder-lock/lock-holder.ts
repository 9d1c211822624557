import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system tells it: a new process with an old number is not the same. */
  readonly processStart: string;
  /** This one taking of the lock. */
  readonly id: string;
  /** Number of the lock file in its file system: a copy of the folder has a lock file of another number, held by nobody. */
  readonly file: string;
}

/** What this process writes into a lock that it takes as `id`, in the file with the number `file`. */
export function thisProcess(id: string, file: string): LockHolder {
  return { pid: process.pid, host: hostname(), processStart: processStart(process.pid), id, file };
}

/** Whether a holder runs on this machine, where the system knows of its life. */
export function isOnThisMachine(holder: LockHolder): boolean {
  return holder.host === hostname();
}

/**
 * Whether a holder on this machine is still alive. `ours` tells whether an id is held by this process itself,
 * which matters where the system does not tell when a process started.
 */
export function isRunning(holder: LockHolder, ours: (id: string) => boolean): boolean {
  const start = processStart(holder.pid);
  if (start !== '' && holder.processStart !== '') return start === holder.processStart;
  if (holder.pid === process.pid) return ours(holder.id);
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The holder a lock file names; undefined when its content is none. */
export function parseHolder(content: string): LockHolder | undefined {
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

/** Boot of the machine and start of a process in it, on Linux; empty elsewhere, and when there is no such process. */
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
