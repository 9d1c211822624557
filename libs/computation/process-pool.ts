import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { FairQueue } from './fair-queue.js';
import { READY, type TaskCall, type TaskResult } from './task.js';

/** Milliseconds a process may take to start, even on a busy machine. */
const STARTING = 120_000;

/** Heap limits in megabytes, for old and for young objects; exceeding them ends the process. */
const MEMORY = ['--max-old-space-size=192', '--max-semi-space-size=16'];

/** Lower than that of the main process: with few CPUs, requests go first. */
const PRIORITY = 5;

/** How a process ends that exceeds its memory limit: by a signal, or with an exit code on systems without signals. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGABRT', 134];

export interface ProcessPoolOptions {
  /** The file each process runs; it calls `serveTasks`. */
  program: string;
  /** Maximum number of processes. If there are several, one is reserved for urgent jobs. */
  processes: number;
  /** Milliseconds a job may take; then its process is killed. Startup is not counted. */
  deadline: number;
  /** Milliseconds after which an idle process is ended. */
  idle: number;
}

/** A job for a process. */
export interface PoolJob extends TaskCall {
  /** Owners share the processes fairly, by the time they have used. */
  owner: string;
  /** A caller is waiting for it, for example a request. */
  urgent: boolean;
  /** Called when its turn has come. Returns why the job is not run after all, or undefined. */
  refuse?: () => string | undefined;
}

/** A job was aborted or refused; the message says why, as a sentence without its subject. */
export class JobEndedError extends Error {
  override readonly name = 'JobEndedError';
}

interface Waiting {
  job: PoolJob;
  resolve: (result: { output: unknown; steps: number }) => void;
  reject: (error: Error) => void;
}

interface Member {
  process: ChildProcess;
  isReady: boolean;
  /** The current job. */
  current?: Waiting & { startedAt: number };
  timer?: NodeJS.Timeout;
}

/**
 * A small pool of processes for work that may take long, never end, or use all memory. Whatever a job does, the main
 * process keeps running and the job ends within its deadline. Processes are started on demand; one that is killed loses
 * only its own job. Threads do not isolate enough: a thread that allocates too much memory ends the whole process.
 */
export class ProcessPool {
  private readonly members = new Set<Member>();
  private readonly urgent = new FairQueue<Waiting>();
  private readonly others = new FairQueue<Waiting>();
  private closed = false;

  constructor(private readonly options: ProcessPoolOptions) {}

  /** Runs a job in a process; returns its output and the number of steps it took. Throws {@link JobEndedError}. */
  run(job: PoolJob): Promise<{ output: unknown; steps: number }> {
    return new Promise((resolve, reject) => {
      this.queueOf(job).add(job.owner, { job, resolve, reject });
      this.dispatch();
    });
  }

  /**
   * Ends all processes. Promises of unfinished jobs never settle: the jobs did not fail, and another process will
   * repeat them.
   */
  async close(): Promise<void> {
    this.closed = true;
    const members = [...this.members];
    this.members.clear();
    for (const member of members) {
      clearTimeout(member.timer);
      delete member.current;
    }
    await Promise.all(members.map(kill));
  }

  private queueOf({ urgent }: PoolJob): FairQueue<Waiting> {
    return urgent ? this.urgent : this.others;
  }

  private dispatch(): void {
    while (!this.closed && this.hasRoom()) {
      const next = this.take();
      if (!next) return;
      const refusal = next.job.refuse?.();
      if (refusal === undefined) this.start(next);
      else next.reject(new JobEndedError(refusal));
    }
  }

  private hasRoom(): boolean {
    return this.busy(() => true) < this.options.processes;
  }

  private take(): Waiting | undefined {
    const next = this.urgent.take();
    if (next) return next;
    const limit = Math.max(1, this.options.processes - 1);
    return this.busy(({ urgent }) => !urgent) < limit ? this.others.take() : undefined;
  }

  private busy(counts: (job: PoolJob) => boolean): number {
    return [...this.members].filter(({ current }) => current && counts(current.job)).length;
  }

  private start(next: Waiting): void {
    let member: Member;
    try {
      member = [...this.members].find(({ current }) => !current) ?? this.open();
    } catch (error) {
      // There may be too little memory for another process. Rejects the job instead of throwing, because the caller
      // here may not be the one waiting for it.
      next.reject(asError(error));
      return;
    }
    clearTimeout(member.timer);
    member.current = { ...next, startedAt: performance.now() };
    member.process.ref();
    member.process.channel?.ref();
    const { name, input } = next.job;
    try {
      // A process that could not be started reports that by an event.
      if (member.process.connected) member.process.send({ name, input } satisfies TaskCall);
    } catch (error) {
      this.settle(member, ({ reject }) => reject(asError(error)));
      return;
    }
    this.setDeadline(member);
  }

  private setDeadline(member: Member): void {
    const deadline = member.isReady ? this.options.deadline : STARTING;
    const late = new JobEndedError(`takes longer than ${deadline / 1000} seconds`);
    clearTimeout(member.timer);
    member.timer = setTimeout(() => void this.end(member, late), deadline);
  }

  private open(): Member {
    // The child inherits nothing, above all not the environment with its secrets. Windows needs SystemRoot to start a
    // process.
    const { SystemRoot } = process.env;
    const child = fork(this.options.program, [], {
      env: SystemRoot === undefined ? {} : { SystemRoot },
      execArgv: MEMORY,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const member: Member = { process: child, isReady: false };
    this.members.add(member);
    child.on('message', (message: TaskResult | typeof READY) => {
      if (message === READY) {
        member.isReady = true;
        if (member.current) this.setDeadline(member);
        return;
      }
      this.settle(member, ({ resolve, reject }) =>
        'failure' in message ? reject(new Error(message.failure)) : resolve(message),
      );
      // After the caller's continuation, which may add jobs or make others unnecessary.
      queueMicrotask(() => this.dispatch());
    });
    child.on('error', (error) => void this.end(member, error));
    child.on('exit', (code, signal) => {
      const isMemory = OUT_OF_MEMORY.includes(signal ?? code);
      void this.end(
        member,
        new JobEndedError(isMemory ? 'takes more memory than it may' : 'was ended with its process'),
      );
    });
    // Set before it loads its modules, which takes most of the time.
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
    return member;
  }

  /** Ends the job of a process and notifies its caller; the process becomes idle. */
  private settle(member: Member, notify: (waiting: Waiting) => void): void {
    const { current } = member;
    if (!current) return;
    clearTimeout(member.timer);
    delete member.current;
    this.queueOf(current.job).charge(current.job.owner, performance.now() - current.startedAt);
    member.process.unref();
    member.process.channel?.unref();
    member.timer = setTimeout(() => void this.end(member), this.options.idle).unref();
    notify(current);
  }

  private async end(member: Member, error?: Error): Promise<void> {
    this.settle(member, ({ reject }) => reject(error!));
    clearTimeout(member.timer);
    if (!this.members.delete(member)) return;
    this.dispatch();
    await kill(member);
  }
}

async function kill({ process: child }: Member): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  // A process that could not be started has no pid.
  if (hasEnded || child.pid === undefined) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Number of values that can be copied without blocking the event loop for more than about ten milliseconds. */
const MAX_VALUES = 400_000;
/** Characters that take as long to copy as one value. */
const CHARACTERS_PER_VALUE = 256;

/**
 * Whether a value is small enough to be sent to another process; sending copies it on this thread. Stops counting at
 * the limit.
 */
export function isLightToCopy(value: unknown): boolean {
  let left = MAX_VALUES;
  const seen = new Set<object>();
  const waiting: object[] = [];
  const count = (one: unknown): void => {
    if (typeof one === 'string') left -= one.length / CHARACTERS_PER_VALUE;
    // An object that occurs twice is copied once.
    else if (typeof one === 'object' && one !== null && !seen.has(one)) {
      seen.add(one);
      waiting.push(one);
    }
  };
  count(value);
  for (let next = waiting.pop(); next && left >= 0; next = waiting.pop()) {
    if (Array.isArray(next)) {
      left -= next.length;
      if (left >= 0) next.forEach(count);
      continue;
    }
    for (const key in next) {
      left -= 1;
      count((next as Record<string, unknown>)[key]);
    }
  }
  return left >= 0;
}
