import type { JobPriority, Turn } from './turn.js';

/** Takes turns out of the queue until it is closed. */
export interface JobWorker {
  /** Lets running turns finish, for at most `timeoutMs`; what is not finished by then goes back to the queue. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * The queue as the rest of the application sees it: environments that wait for their turn, each in it a bounded number of
 * times however much it has to deliver. It is a hint for speed: what it loses is found in the store.
 */
export abstract class JobQueue {
  /**
   * Puts environments at the end of the queue, those that are not in it yet. What they are to deliver must be in the
   * store. Fails within seconds when the queue does not answer.
   */
  abstract add(turns: Turn[]): Promise<void>;

  /**
   * The same for environments whose turn seems to be lost: they are in the queue afterwards, also when it believes to have
   * them and has lost a part of what it held.
   */
  abstract renew(turns: Turn[]): Promise<void>;

  /**
   * Starts taking turns, at most so many of each priority at the same time. A handler that throws makes the turn come
   * back later, with growing waits.
   */
  abstract work(handler: (turn: Turn) => Promise<void>, concurrency: Record<JobPriority, number>): JobWorker;

  /** Resolves when the queue answers. */
  abstract ping(): Promise<void>;

  abstract close(): Promise<void>;
}
