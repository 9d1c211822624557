import { createPostgresBackend, type Job as BullJob, type JobsOptions, Queue, Worker, withBackend } from 'bullmq';
import { Gathered } from '../common/gathered.js';
import { within } from '../common/within.js';
import type { Logger } from '../logging/logger.js';
import type { Job, JobPriority } from './job.js';
import { JobQueue, type JobWorker } from './job-queue.js';
import { type Pack, packKey, toPacks, workOff } from './pack.js';
import type { QueueConnection } from './queue-connection.js';

const JOB_OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
};

// Nothing reads BullMQ's event stream, so little of it is kept.
const STREAM_OPTIONS = { events: { maxLen: 100 } };

const NAME = 'deliver';

// Small events that share a slot of a worker. Chunks of large ones take long, and come alone.
const PACK_SIZE = 16;

// Connections to the embedded queue share one database session, so more of them gain nothing.
const POSTGRES_POOL = 2;

// BullMQ's bulk command makes two temporary tables on PostgreSQL, which takes as long as adding this many one by one.
const BULK_FROM = 6;

// A job comes back when its worker died, or was so short of time that it could not renew its claim. Neither is the job's
// fault, and doing it again is harmless; one that kills its workers is given up all the same.
const MAX_STALLED = 10;

/** Looks for jobs anew this long after the queue was unreachable. */
const RUN_RETRY_MS = 1000;

/** What is used of a BullMQ queue; its own type differs from backend to backend. */
interface BullQueue {
  add(name: string, data: Pack, options: JobsOptions): Promise<unknown>;
  addBulk(jobs: { name: string; data: Pack; opts: JobsOptions }[]): Promise<unknown>;
  getJobCounts(type: 'waiting'): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** What is used of a BullMQ worker. */
interface BullWorker {
  close(force?: boolean): Promise<void>;
}

/** {@link JobQueue} on BullMQ: the same code on Redis and on the embedded queue. */
export class BullmqJobQueue extends JobQueue {
  // Priorities inside one queue would not be enough: a worker's slots fill with long jobs while there are no others, and
  // then a short one waits for a slot.
  private readonly queues: Record<JobPriority, BullQueue>;
  private readonly gathered: Record<JobPriority, Gathered<Job>>;

  constructor(
    private readonly connection: QueueConnection,
    /** Names may not contain `:`. */
    private readonly name: string,
    private readonly logger: Logger,
  ) {
    super();
    this.queues = { normal: this.openQueue('normal'), low: this.openQueue('low') };
    this.gathered = {
      normal: new Gathered((jobs) => addTo(this.queues.normal, toPacks(jobs, PACK_SIZE))),
      low: new Gathered((jobs) => addTo(this.queues.low, toPacks(jobs, 1))),
    };
  }

  async add(jobs: Job[], priority: JobPriority = 'normal'): Promise<void> {
    if (jobs.length > 0) await this.gathered[priority].add(jobs);
  }

  work(handler: (job: Job) => Promise<void>, concurrency: Record<JobPriority, number>): JobWorker {
    const workers = [
      this.openWorker('normal', handler, concurrency.normal),
      this.openWorker('low', handler, concurrency.low),
    ];
    return {
      close: async (timeoutMs) => {
        await Promise.all(workers.map((worker) => closeWithin(worker, timeoutMs)));
      },
    };
  }

  async ping(): Promise<void> {
    await this.queues.normal.getJobCounts('waiting');
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.queues).map((queue) => queue.close()));
  }

  private openQueue(priority: JobPriority): BullQueue {
    const name = this.queueName(priority);
    const queue: BullQueue =
      this.connection.kind === 'redis'
        ? new Queue(name, {
            // A request must not wait for a Redis that is away: the event is stored and the sweeper will find it.
            connection: { url: this.connection.uri, maxRetriesPerRequest: 1, enableOfflineQueue: false },
            streams: STREAM_OPTIONS,
          })
        : new (withBackend(createPostgresBackend).Queue)(name, {
            connection: { connectionString: this.connection.uri, max: POSTGRES_POOL },
            streams: STREAM_OPTIONS,
          });
    queue.on('error', (error) => this.noticeOutage(error));
    return queue;
  }

  private openWorker(priority: JobPriority, handler: (job: Job) => Promise<void>, concurrency: number): BullWorker {
    const name = this.queueName(priority);
    const processor = (job: BullJob<Pack>) => workOff(job.data, handler);
    const options = { concurrency, runRetryDelay: RUN_RETRY_MS, maxStalledCount: MAX_STALLED };
    const worker =
      this.connection.kind === 'redis'
        ? new Worker<Pack>(name, processor, {
            ...options,
            connection: { url: this.connection.uri, maxRetriesPerRequest: null },
          })
        : new (withBackend(createPostgresBackend).Worker)<Pack>(name, processor, {
            ...options,
            connection: { connectionString: this.connection.uri, max: POSTGRES_POOL },
          });
    worker.on('error', (error) => this.noticeOutage(error));
    worker.on('failed', (job, error) =>
      this.logger.warn(
        { jobs: job?.data.jobs, attempt: job?.attemptsMade, err: error },
        'Job failed and will be tried again',
      ),
    );
    return worker;
  }

  private queueName(priority: JobPriority): string {
    return priority === 'normal' ? this.name : `${this.name}-${priority}`;
  }

  private noticeOutage(error: Error): void {
    this.logger.warn({ err: error }, 'The queue cannot be reached; accepted triggers are kept and delivered later');
  }
}

async function addTo(queue: BullQueue, packs: Pack[]): Promise<void> {
  const added = packs.map((data) => ({ name: NAME, data, opts: { ...JOB_OPTIONS, jobId: packKey(data) } }));
  if (added.length < BULK_FROM) await Promise.all(added.map(({ name, data, opts }) => queue.add(name, data, opts)));
  else await queue.addBulk(added);
}

async function closeWithin(worker: BullWorker, timeoutMs: number): Promise<void> {
  try {
    await within(timeoutMs, worker.close());
  } catch {
    // A forced close leaves the running jobs locked in the queue, which hands them out again when the lock ends.
    await worker.close(true);
  }
}
