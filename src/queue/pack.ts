import { type Job, jobKey } from './job.js';

/**
 * Several jobs that go through the queue as one of BullMQ's. What BullMQ does for a job costs more than most jobs
 * themselves, above all on PostgreSQL, so that jobs that are handed over together share it.
 */
export interface Pack {
  readonly jobs: readonly Job[];
}

/** Packs of at most `size` jobs, in their order. */
export function toPacks(jobs: readonly Job[], size: number): Pack[] {
  return Array.from({ length: Math.ceil(jobs.length / size) }, (_, index) => ({
    jobs: jobs.slice(index * size, (index + 1) * size),
  }));
}

/** A pack of one job is the same as any other with this job; others are themselves. */
export function packKey({ jobs }: Pack): string {
  const [first, ...others] = jobs;
  if (!first) throw new Error('A pack has at least one job');
  return others.length === 0 ? jobKey(first) : `${jobKey(first)}-and-${others.length}`;
}

/**
 * Does the jobs of a pack at the same time. When some fail the pack does, and comes back as a whole: jobs may run twice.
 */
export async function workOff({ jobs }: Pack, handler: (job: Job) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(jobs.map((job) => handler(job)));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${jobs.length} jobs failed`);
}
