/**
 * Work for a worker. Jobs carry ids, never documents or secrets: the worker loads the state as it is then. Each
 * job may run twice, or be lost: the store is the truth and the sweeper finds what a queue forgot.
 */
export interface DeliverEventJob {
  readonly kind: 'deliver-event';
  /** Hexadecimal id of the accepted event. */
  readonly eventId: string;
  /** How often the sweeper has handed the event out again. */
  readonly sweep: number;
  /** How many chunks of the event's recipients were done when the job was made; 0 for the first. */
  readonly chunk: number;
}

export type Job = DeliverEventJob;

/**
 * `low` jobs run beside `normal` ones, a few at a time, so that a trigger for one person does not wait behind a
 * broadcast (behaviour Z5). Among equals the oldest goes first.
 */
export type JobPriority = 'normal' | 'low';

/**
 * Adding a job whose key is still in the queue changes nothing. The sweep is part of the key, because a job that
 * died with its worker stays in the queue for a while and would hold the same key; the chunk is, because a job adds
 * its successor while it is still in the queue itself.
 */
export function jobKey(job: Job): string {
  return `${job.kind}-${job.eventId}-${job.sweep}-${job.chunk}`;
}
