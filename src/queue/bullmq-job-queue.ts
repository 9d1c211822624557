import { createPostgresBackend, type Job as BullJob, type JobsOptions, Queue, Worker, withBackend } from 'bullmq';
import { within } from '../common/within.js';
import type { Logger } from '../logging/logger.js';
import { type Job, jobKey, type JobPriority } from './job.js';
import { JobQueue, type JobWorker } from './job-queue.js';
import type { QueueConnection } from './queue-connection.js';

const JOB_OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
};

// BullMQ takes jobs without a priority first, and the others by growing number.
const PRIORITIES: Record<JobPriority, JobsOptions> = { normal: {}, low: { priority: 1 } };

// Nothing reads BullMQ's event stream, so little of it is kept.
const STREAM_OPTIONS = { events: { maxLen: 100 } };

// Connections to the embedded queue share one database session, so more of them gain nothing.
const POSTGRES_POOL = 2;

/** Looks for jobs anew this long after the queue was unreachable. */
const RUN_RETRY_MS = 1000;

/** What is used of a BullMQ queue; its own type differs from backend to backend. */
interface BullQueue {
  addBulk(jobs: { name: string; data: Job; opts: JobsOptions }[]): Promise<unknown>;
  getJobCounts(type: 'waiting'): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** {@link JobQueue} on BullMQ: the same code on Redis and on the embedded queue. */
export class BullmqJobQueue extends JobQueue {
  private readonly queue: BullQueue;

  constructor(
    private readonly connection: QueueConnection,
    /** Names may not contain `:`. */
    private readonly name: string,
    private readonly logger: Logger,
  ) {
    super();
    this.queue =
      connection.kind === 'redis'
        ? new Queue(name, {
            // A request must not wait for a Redis that is away: the event is stored and the sweeper will find it.
            connection: { url: connection.uri, maxRetriesPerRequest: 1, enableOfflineQueue: false },
            streams: STREAM_OPTIONS,
          })
        : new (withBackend(createPostgresBackend).Queue)(name, {
            connection: { connectionString: connection.uri, max: POSTGRES_POOL },
            streams: STREAM_OPTIONS,
          });
    this.queue.on('error', (error) => this.noticeOutage(error));
  }

  async add(jobs: Job[], priority: JobPriority = 'normal'): Promise<void> {
    const options = { ...JOB_OPTIONS, ...PRIORITIES[priority] };
    await this.queue.addBulk(
      jobs.map((job) => ({ name: job.kind, data: job, opts: { ...options, jobId: jobKey(job) } })),
    );
  }

  work(handler: (job: Job) => Promise<void>, concurrency: number): JobWorker {
    const processor = (job: BullJob<Job>) => handler(job.data);
    const options = { concurrency, runRetryDelay: RUN_RETRY_MS };
    const worker =
      this.connection.kind === 'redis'
        ? new Worker<Job>(this.name, processor, {
            ...options,
            connection: { url: this.connection.uri, maxRetriesPerRequest: null },
          })
        : new (withBackend(createPostgresBackend).Worker)<Job>(this.name, processor, {
            ...options,
            connection: { connectionString: this.connection.uri, max: POSTGRES_POOL },
          });
    worker.on('error', (error) => this.noticeOutage(error));
    worker.on('failed', (job, error) =>
      this.logger.warn(
        { job: job?.data, attempt: job?.attemptsMade, err: error },
        'Job failed and will be tried again',
      ),
    );
    return { close: (timeoutMs) => closeWithin(worker, timeoutMs) };
  }

  async ping(): Promise<void> {
    await this.queue.getJobCounts('waiting');
  }

  async close(): Promise<void> {
    await this.queue.close();
  }

  private noticeOutage(error: Error): void {
    this.logger.warn({ err: error }, 'The queue cannot be reached; accepted triggers are kept and delivered later');
  }
}

async function closeWithin(worker: { close(force?: boolean): Promise<void> }, timeoutMs: number): Promise<void> {
  try {
    await within(timeoutMs, worker.close());
  } catch {
    // A forced close leaves the running jobs locked in the queue, which hands them out again when the lock ends.
    await worker.close(true);
  }
}
