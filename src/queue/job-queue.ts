import type { Job, JobPriority } from './job.js';

/** Takes jobs out of the queue until it is closed. */
export interface JobWorker {
  /** Lets running jobs finish, for at most `timeoutMs`; what is not finished by then goes back to the queue. */
  close(timeoutMs: number): Promise<void>;
}

/** The queue as the rest of the application sees it. It is a hint for speed: what it loses is found in the store. */
export abstract class JobQueue {
  /** Adds jobs in one exchange, with `normal` priority by default. Fails within about a second when the queue cannot be reached. */
  abstract add(jobs: Job[], priority?: JobPriority): Promise<void>;

  /**
   * Starts taking jobs, at most so many of each priority at the same time. A handler that throws makes the job come back
   * later, with growing waits.
   */
  abstract work(handler: (job: Job) => Promise<void>, concurrency: Record<JobPriority, number>): JobWorker;

  /** Resolves when the queue answers. */
  abstract ping(): Promise<void>;

  abstract close(): Promise<void>;
}
