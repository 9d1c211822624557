import { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.js';
import { READY, type TaskAnswer, type TaskCall } from './task.js';

/** Milliseconds a thread may take to load what it needs, however busy the machine is. */
const STARTING = 120_000;

/** Megabytes of objects that live long, and of those that do not; more ends the thread. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

export interface WorkerPoolOptions {
  /** What a thread runs; it calls `serveTasks`. */
  program: URL;
  /** Most threads at a time. Of several, one is left to urgent work. */
  threads: number;
  /** Milliseconds after which a thread is ended with what it does; loading what it needs is not counted. */
  deadline: number;
  /** Milliseconds after which a thread without work is ended. */
  idle: number;
}

/** One thing for a thread to do. */
export interface PoolJob extends TaskCall {
  /** On whose behalf: owners share the threads fairly, by the time they have used. */
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

interface Thread {
  worker: Worker;
  isReady: boolean;
  /** What it does now. */
  doing?: Waiting & { begun: number };
  timer?: NodeJS.Timeout;
}

/**
 * A few threads for work that may take long, or never end: whatever a job does, the event loop goes on, and the job ends
 * in time. Threads are started when they are needed, and a thread that was ended takes nothing with it but its job.
 */
export class WorkerPool {
  private readonly threads = new Set<Thread>();
  private readonly urgent = new FairQueue<Waiting>();
  private readonly others = new FairQueue<Waiting>();
  private closed = false;

  constructor(private readonly options: WorkerPoolOptions) {}

  /** What a thread makes of the job, and how many steps it took. Throws {@link JobEndedError}. */
  run(job: PoolJob): Promise<{ output: unknown; steps: number }> {
    return new Promise((resolve, reject) => {
      this.queueOf(job).add(job.owner, { job, resolve, reject });
      this.dispatch();
    });
  }

  /**
   * Ends all threads. Who still waits hears nothing any more: what the process was doing is not wrong, it is to be done
   * again by another one.
   */
  async close(): Promise<void> {
    this.closed = true;
    const threads = [...this.threads];
    this.threads.clear();
    for (const thread of threads) {
      clearTimeout(thread.timer);
      delete thread.doing;
    }
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
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
    return this.busy(() => true) < this.options.threads;
  }

  private take(): Waiting | undefined {
    const next = this.urgent.take();
    if (next) return next;
    const most = Math.max(1, this.options.threads - 1);
    return this.busy(({ urgent }) => !urgent) < most ? this.others.take() : undefined;
  }

  private busy(counts: (job: PoolJob) => boolean): number {
    return [...this.threads].filter(({ doing }) => doing && counts(doing.job)).length;
  }

  private start(next: Waiting): void {
    const thread = [...this.threads].find(({ doing }) => !doing) ?? this.open();
    clearTimeout(thread.timer);
    thread.doing = { ...next, begun: performance.now() };
    thread.worker.ref();
    const { name, input } = next.job;
    try {
      thread.worker.postMessage({ name, input } satisfies TaskCall);
    } catch (error) {
      this.settle(thread, ({ reject }) => reject(error instanceof Error ? error : new Error(String(error))));
      return;
    }
    this.setDeadline(thread);
  }

  private setDeadline(thread: Thread): void {
    const deadline = thread.isReady ? this.options.deadline : STARTING;
    const late = new JobEndedError(`takes longer than ${deadline / 1000} seconds`);
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.end(thread, late), deadline);
  }

  private open(): Thread {
    // Nothing of the process goes along, its environment with all secrets least of all.
    const worker = new Worker(this.options.program, { env: {}, argv: [], execArgv: [], resourceLimits: MEMORY });
    const thread: Thread = { worker, isReady: false };
    this.threads.add(thread);
    worker.on('message', (answer: TaskAnswer | typeof READY) => {
      if (answer === READY) {
        thread.isReady = true;
        if (thread.doing) this.setDeadline(thread);
        return;
      }
      this.settle(thread, ({ resolve, reject }) =>
        'failure' in answer ? reject(new Error(answer.failure)) : resolve(answer),
      );
      // Whoever has just been told may have a say in what comes next.
      queueMicrotask(() => this.dispatch());
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void this.end(thread, isMemory ? new JobEndedError('takes more memory than it may') : error);
    });
    worker.on('exit', () => void this.end(thread, new JobEndedError('was ended with its thread')));
    return thread;
  }

  /** The job of a thread is done; the thread waits for the next. */
  private settle(thread: Thread, tell: (waiting: Waiting) => void): void {
    const { doing } = thread;
    if (!doing) return;
    clearTimeout(thread.timer);
    delete thread.doing;
    this.queueOf(doing.job).charge(doing.job.owner, performance.now() - doing.begun);
    thread.worker.unref();
    thread.timer = setTimeout(() => void this.end(thread), this.options.idle).unref();
    tell(doing);
  }

  private async end(thread: Thread, error?: Error): Promise<void> {
    this.settle(thread, ({ reject }) => reject(error!));
    clearTimeout(thread.timer);
    if (!this.threads.delete(thread)) return;
    this.dispatch();
    await thread.worker.terminate();
  }
}
