import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Job, JobsOptions, QueueOptions, WorkerOptions } from 'bullmq';

/** What of BullMQ's job its processors use here. */
type JobFacts = Pick<Job, 'id' | 'data' | 'queueName' | 'timestamp' | 'attemptsMade' | 'processedOn' | 'delay'>;

interface LocalJob extends JobFacts {
  attemptsMade: number;
  processedOn?: number;
  /** Milliseconds that it has waited for another try. */
  delay: number;
  readonly options: JobsOptions;
  removeDeduplicationKey(): Promise<boolean>;
}

/**
 * The jobs of all queues of a process without Redis, in its memory: a job is a hint, and after a restart the sweeper finds
 * what was in the queue. It takes the place of a connection in the options of {@link LocalQueue} and {@link LocalWorker}.
 */
export class LocalJobs {
  private readonly lines = new Map<string, JobLine>();

  /** The jobs of the queue with this name. */
  line(name: string): JobLine {
    const line = this.lines.get(name) ?? new JobLine();
    this.lines.set(name, line);
    return line;
  }
}

/** The jobs of one queue: first come, first served, and each deduplication id once until its job has ended. */
class JobLine {
  readonly workers = new Set<LocalWorker>();
  waiting: LocalJob[] = [];
  active = 0;
  delayed = 0;
  private readonly holders = new Map<string, LocalJob>();
  /** When jobs have failed for good, the oldest first. */
  private failures: number[] = [];

  /** Adds a job, unless another one holds its deduplication id. Returns the one that is in the queue then. */
  add(job: LocalJob): LocalJob {
    const { id } = job.options.deduplication ?? {};
    const holder = id === undefined ? undefined : this.holders.get(id);
    if (holder) return holder;
    if (id !== undefined) this.holders.set(id, job);
    this.enqueue(job);
    return job;
  }

  take(): LocalJob | undefined {
    const job = this.waiting.shift();
    if (job) this.active += 1;
    return job;
  }

  /** A job has ended well. */
  complete(job: LocalJob): void {
    this.active -= 1;
    this.release(job);
  }

  /** A job has failed: it is tried again after a pause that doubles each time, until its attempts are used up. */
  fail(job: LocalJob): void {
    this.active -= 1;
    job.attemptsMade += 1;
    if (job.attemptsMade >= (job.options.attempts ?? 1)) {
      this.failures.push(Date.now());
      this.release(job);
      return;
    }
    job.delay = pauseBefore(job);
    this.delayed += 1;
    // A process that has nothing else to do may end: after its next start the sweeper finds the events.
    setTimeout(() => {
      this.delayed -= 1;
      this.enqueue(job);
    }, job.delay).unref();
  }

  /** Lets another job have the deduplication id; with `job` only if that job holds it. Returns whether one held it. */
  free(id: string, job?: LocalJob): boolean {
    if (job && this.holders.get(id) !== job) return false;
    return this.holders.delete(id);
  }

  /** How many jobs have failed for good, of those that are counted. */
  failed({ age, count }: { age?: number; count?: number }): number {
    const since = Date.now() - (age ?? Infinity) * 1000;
    this.failures = this.failures.filter((at) => at >= since).slice(-(count ?? Infinity));
    return this.failures.length;
  }

  private enqueue(job: LocalJob): void {
    this.waiting.push(job);
    for (const worker of this.workers) worker.look();
  }

  private release(job: LocalJob): void {
    const { id } = job.options.deduplication ?? {};
    if (id !== undefined) this.free(id, job);
  }
}

/** The pause before the next try in milliseconds, as BullMQ computes it for `exponential` with `jitter`. */
function pauseBefore({ attemptsMade, options: { backoff } }: LocalJob): number {
  const { delay = 0, jitter = 0 } = typeof backoff === 'object' ? backoff : { delay: backoff };
  const longest = delay * 2 ** (attemptsMade - 1);
  return Math.floor(longest * (1 - jitter) + Math.random() * longest * jitter);
}

/** BullMQ's queue for a process without Redis, as far as {@link JobQueue} uses it. */
export class LocalQueue extends EventEmitter {
  private readonly line: JobLine;

  constructor(
    readonly name: string,
    readonly opts: QueueOptions,
  ) {
    super();
    this.line = jobsOf(opts).line(name);
  }

  /** Adds a job. Returns the job that has its deduplication id then, which may be an earlier one. */
  add(_name: string, data: unknown, options: JobsOptions = {}): Promise<JobFacts> {
    const { line, name: queueName } = this;
    const job: LocalJob = {
      id: options.jobId ?? randomUUID(),
      data,
      queueName,
      timestamp: Date.now(),
      attemptsMade: 0,
      delay: 0,
      options: { ...this.opts.defaultJobOptions, ...options },
      removeDeduplicationKey: () => Promise.resolve(line.free(options.deduplication?.id ?? '', job)),
    };
    return Promise.resolve(line.add(job));
  }

  removeDeduplicationKey(id: string): Promise<number> {
    return Promise.resolve(Number(this.line.free(id)));
  }

  getJobCounts(...states: ('waiting' | 'active' | 'delayed' | 'failed')[]): Promise<Record<string, number>> {
    const { waiting, active, delayed } = this.line;
    const kept = this.opts.defaultJobOptions?.removeOnFail;
    const failed = this.line.failed(typeof kept === 'object' ? kept : {});
    const counts = { waiting: waiting.length, active, delayed, failed };
    return Promise.resolve(Object.fromEntries(states.map((state) => [state, counts[state]])));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** BullMQ's worker for a process without Redis: emits `failed` for each try that failed. */
export class LocalWorker extends EventEmitter {
  private readonly line: JobLine;
  private readonly running = new Set<Promise<void>>();
  private slots: number;
  private closing: Promise<void> | undefined;

  constructor(
    name: string,
    private readonly processor: (job: Job) => Promise<unknown>,
    options: WorkerOptions,
  ) {
    super();
    this.slots = options.concurrency ?? 1;
    this.line = jobsOf(options).line(name);
    this.line.workers.add(this);
    this.look();
  }

  /** The most jobs that are processed at a time. */
  set concurrency(slots: number) {
    this.slots = slots;
    this.look();
  }

  /** Takes jobs soon, so that those that are added together begin together. */
  look(): void {
    setImmediate(() => this.takeJobs());
  }

  /** Takes no more jobs, and resolves when those in progress have ended; with `force` at once. */
  close(force = false): Promise<void> {
    this.line.workers.delete(this);
    if (force || !this.closing)
      this.closing = force ? Promise.resolve() : Promise.all(this.running).then(() => undefined);
    return this.closing;
  }

  private takeJobs(): void {
    while (!this.closing && this.running.size < this.slots) {
      const job = this.line.take();
      if (!job) return;
      const work = this.work(job).finally(() => {
        this.running.delete(work);
        this.takeJobs();
      });
      this.running.add(work);
    }
  }

  private async work(job: LocalJob): Promise<void> {
    job.processedOn = Date.now();
    try {
      await this.processor(job as unknown as Job);
      this.line.complete(job);
    } catch (error) {
      this.line.fail(job);
      this.emit('failed', job, error);
    }
  }
}

function jobsOf({ connection }: Pick<QueueOptions, 'connection'>): LocalJobs {
  return connection as unknown as LocalJobs;
}
