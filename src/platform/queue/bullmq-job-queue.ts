import { randomUUID } from 'node:crypto';
import { createPostgresBackend, type Job as BullJob, type JobsOptions, Queue, Worker, withBackend } from 'bullmq';
import { WriteBatcher } from '../write-batcher.js';
import { withTimeout } from '../with-timeout.js';
import type { Logger } from '../logging/logger.js';
import { JobQueue, type JobWorker } from './job-queue.js';
import type { QueueConnection } from './queue-connection.js';
import { type JobPriority, mergeTurns, type Turn } from './turn.js';

const JOB_OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
};

// Nothing reads BullMQ's event stream, so little of it is kept.
const STREAM_OPTIONS = { events: { maxLen: 100 } };

const NAME = 'deliver';

// Connections to the embedded queue share one database session, so more of them gain nothing.
const POSTGRES_POOL = 2;

// A job comes back when its worker died, or was so short of time that it could not renew its claim. Neither is the job's
// fault, and doing it again is harmless; one that kills its workers is given up all the same.
const MAX_STALLED = 10;

/** A queue that does not take a turn within this time is told nothing; the sweeper finds the events. */
const ADD_MS = 4000;

/** Looks for jobs anew this long after the queue was unreachable. */
const RUN_RETRY_MS = 1000;

/** What is used of a BullMQ queue; its own type differs from backend to backend. */
interface BullQueue {
  add(name: string, data: Turn, options: JobsOptions): Promise<{ id?: string }>;
  removeDeduplicationKey(id: string): Promise<number>;
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
  private readonly batcher: WriteBatcher<Turn>;

  constructor(
    private readonly connection: QueueConnection,
    /** Names may not contain `:`. */
    private readonly name: string,
    private readonly logger: Logger,
  ) {
    super();
    this.queues = { normal: this.openQueue('normal'), low: this.openQueue('low') };
    this.batcher = new WriteBatcher(async (turns) => {
      await Promise.all(mergeTurns(turns).map((turn) => addTurn(this.queues[turn.priority], turn)));
    });
  }

  async add(turns: Turn[]): Promise<void> {
    if (turns.length > 0) await withTimeout(ADD_MS, this.batcher.add(turns));
  }

  async renew(turns: Turn[]): Promise<void> {
    const renewed = mergeTurns(turns).map(async (turn) => {
      const queue = this.queues[turn.priority];
      for (const id of [namedId(turn.environmentId), turn.environmentId]) await queue.removeDeduplicationKey(id);
      await addTurn(queue, turn);
    });
    await withTimeout(ADD_MS, Promise.all(renewed));
  }

  work(handler: (turn: Turn) => Promise<void>, concurrency: Record<JobPriority, number>): JobWorker {
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

  private openWorker(priority: JobPriority, handler: (turn: Turn) => Promise<void>, concurrency: number): BullWorker {
    const name = this.queueName(priority);
    const processor = async (job: BullJob<Turn>) => {
      // Whoever stores an event while the turn is searching is not found by it, and so may add the next one from here on.
      if (!job.data.eventIds) await job.removeDeduplicationKey();
      await handler(job.data);
    };
    const options = { concurrency, runRetryDelay: RUN_RETRY_MS, maxStalledCount: MAX_STALLED };
    const worker =
      this.connection.kind === 'redis'
        ? new Worker<Turn>(name, processor, {
            ...options,
            connection: { url: this.connection.uri, maxRetriesPerRequest: null },
          })
        : new (withBackend(createPostgresBackend).Worker)<Turn>(name, processor, {
            ...options,
            connection: { connectionString: this.connection.uri, max: POSTGRES_POOL },
          });
    worker.on('error', (error) => this.noticeOutage(error));
    worker.on('failed', (job, error) =>
      this.logger.warn(
        { turn: job?.data, attempt: job?.attemptsMade, err: error },
        'A turn failed and will be tried again',
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

/**
 * An environment is in a queue at most twice: with the events that were stored first, and for all that came after them
 * and are searched for. Of several who add the same at once the first does, and the turn of that one is for all.
 */
async function addTurn(queue: BullQueue, { environmentId, priority, eventIds }: Turn): Promise<void> {
  if (eventIds) {
    const jobId = randomUUID();
    // Held until the job has ended, by retries and by the job of a dead worker, too; a search gets past all of them.
    const deduplication = { id: namedId(environmentId) };
    const added = await queue.add(
      NAME,
      { environmentId, priority, eventIds },
      { ...JOB_OPTIONS, jobId, deduplication },
    );
    if (added.id === jobId) return;
  }
  await queue.add(NAME, { environmentId, priority }, { ...JOB_OPTIONS, deduplication: { id: environmentId } });
}

function namedId(environmentId: string): string {
  return `${environmentId}-named`;
}

async function closeWithin(worker: BullWorker, timeoutMs: number): Promise<void> {
  try {
    await withTimeout(timeoutMs, worker.close());
  } catch {
    // A forced close leaves the running jobs locked in the queue, which hands them out again when the lock ends.
    await worker.close(true);
  }
}
