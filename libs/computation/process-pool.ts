import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { FairQueue } from './fair-queue.js';
import { READY, type TaskResult, type TaskCall } from './task.js';

/** Milliseconds a process may take to load what it needs, however busy the machine is. */
const STARTING = 120_000;

/** Megabytes of objects that live long, and of those that do not; more ends the process. */
const MEMORY = ['--max-old-space-size=192', '--max-semi-space-size=16'];

/** Below those who ask: where processors are few, requests go first. */
const PRIORITY = 5;

/** How a process ends that takes more memory than it may: by a signal, or with a code where there are no signals. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGABRT', 134];

export interface ProcessPoolOptions {
  /** The file a process runs; it calls `serveTasks`. */
  program: string;
  /** Most processes at a time. Of several, one is left to urgent work. */
  processes: number;
  /** Milliseconds after which a process is ended with what it does; loading what it needs is not counted. */
  deadline: number;
  /** Milliseconds after which a process without work is ended. */
  idle: number;
}

/** One thing for a process to do. */
export interface PoolJob extends TaskCall {
  /** On whose behalf: owners share the processes fairly, by the time they have used. */
  owner: string;
  /** Somebody waits for it, such as a request. */
  urgent: boolean;
  /** Asked when its turn has come: why it is not done after all, or undefined. */
  refuse?: () => string | undefined;
}

/** A job was ended from outside, or refused; the message says why, as a sentence without its subject. */
export class JobEndedError extends Error {
  override readonly name = 'JobEndedError';
}

interface Waiting {
  job: PoolJob;
  resolve: (answer: { output: unknown; steps: number }) => void;
  reject: (error: Error) => void;
}

interface Member {
  process: ChildProcess;
  isReady: boolean;
  /** What it does now. */
  doing?: Waiting & { begun: number };
  timer?: NodeJS.Timeout;
}

/**
 * A few processes for work that may take long, or never end, or take all memory: whatever a job does, whoever asked for it
 * goes on, and the job ends in time. Processes are started when they are needed, and one that was ended takes nothing with
 * it but its job. Threads would not do: one that asks for much memory at once ends the process it is part of.
 */
export class ProcessPool {
  private readonly members = new Set<Member>();
  private readonly urgent = new FairQueue<Waiting>();
  private readonly others = new FairQueue<Waiting>();
  private closed = false;

  constructor(private readonly options: ProcessPoolOptions) {}

  /** What a process makes of the job, and how many steps it took. Throws {@link JobEndedError}. */
  run(job: PoolJob): Promise<{ output: unknown; steps: number }> {
    return new Promise((resolve, reject) => {
      this.queueOf(job).add(job.owner, { job, resolve, reject });
      this.dispatch();
    });
  }

  /**
   * Ends all processes. Who still waits hears nothing any more: what was under way is not wrong, it is to be done again by
   * somebody else.
   */
  async close(): Promise<void> {
    this.closed = true;
    const members = [...this.members];
    this.members.clear();
    for (const member of members) {
      clearTimeout(member.timer);
      delete member.doing;
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
    const most = Math.max(1, this.options.processes - 1);
    return this.busy(({ urgent }) => !urgent) < most ? this.others.take() : undefined;
  }

  private busy(counts: (job: PoolJob) => boolean): number {
    return [...this.members].filter(({ doing }) => doing && counts(doing.job)).length;
  }

  private start(next: Waiting): void {
    let member: Member;
    try {
      member = [...this.members].find(({ doing }) => !doing) ?? this.open();
    } catch (error) {
      // There may be too little memory for another one. Whoever has called this need not be the one who waits for the job.
      next.reject(asError(error));
      return;
    }
    clearTimeout(member.timer);
    member.doing = { ...next, begun: performance.now() };
    member.process.ref();
    member.process.channel?.ref();
    const { name, input } = next.job;
    try {
      // One that could not be started says so by an event.
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
    // Nothing of this process goes along, its environment with all secrets least of all; Windows does not start without one.
    const { SystemRoot } = process.env;
    const child = fork(this.options.program, [], {
      env: SystemRoot === undefined ? {} : { SystemRoot },
      execArgv: MEMORY,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const member: Member = { process: child, isReady: false };
    this.members.add(member);
    child.on('message', (answer: TaskResult | typeof READY) => {
      if (answer === READY) {
        member.isReady = true;
        if (member.doing) this.setDeadline(member);
        return;
      }
      this.settle(member, ({ resolve, reject }) =>
        'failure' in answer ? reject(new Error(answer.failure)) : resolve(answer),
      );
      // Whoever has just been told may have a say in what comes next.
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
    // Before it loads what it needs, which takes longest of all.
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
    return member;
  }

  /** The job of a process is done; the process waits for the next. */
  private settle(member: Member, tell: (waiting: Waiting) => void): void {
    const { doing } = member;
    if (!doing) return;
    clearTimeout(member.timer);
    delete member.doing;
    this.queueOf(doing.job).charge(doing.job.owner, performance.now() - doing.begun);
    member.process.unref();
    member.process.channel?.unref();
    member.timer = setTimeout(() => void this.end(member), this.options.idle).unref();
    tell(doing);
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
  // One that could not be started has no id.
  if (hasEnded || child.pid === undefined) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
