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
}

export type Job = DeliverEventJob;

/**
 * Adding a job whose key is still in the queue changes nothing. The sweep is part of the key, because a job that
 * died with its worker stays in the queue for a while and would hold the same key.
 */
export function jobKey(job: Job): string {
  return `${job.kind}-${job.eventId}-${job.sweep}`;
}
