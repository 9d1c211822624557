import { randomUUID } from 'node:crypto';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { JobsOptions, Queue } from 'bullmq';
import { withTimeout } from '../deadline.js';
import { Logger } from '../logging/logger.js';
import { WriteBatcher } from '../scheduling/write-batcher.js';

/**
 * A job for a worker: it is an environment's turn to have its events delivered. Jobs contain ids, never documents or
 * secrets: the worker loads the current state. A job may run twice, or be lost: the store is the source of truth, and the
 * sweeper finds the events of lost jobs.
 */
export interface Turn {
  /** Hexadecimal id. */
  readonly environmentId: string;
  readonly priority: JobPriority;
  /**
   * Hexadecimal ids of events that were just stored, so that no search is needed. Absent: the turn is for the events that
   * have waited longest when it runs.
   */
  readonly eventIds?: readonly string[];
}

/**
 * `low` turns run next to `normal` ones, a few at a time, so that a trigger for a single subscriber does not wait behind a
 * broadcast (behaviour Z5).
 */
export type JobPriority = 'normal' | 'low';

/** Most events that a turn names; more are searched for. A chunk of a large event takes long, so it has its own turn. */
const MAX_NAMED: Readonly<Record<JobPriority, number>> = { normal: 16, low: 1 };

/** Names of the queues, without the prefix. */
export const QUEUES: Readonly<Record<JobPriority, string>> = { normal: 'turns', low: 'turns-low' };

export const JOB_OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
};

const NAME = 'deliver';

/** Milliseconds. When the queue does not take a turn within this time, the sweeper finds the events. */
const ADD_MS = 4000;

/**
 * Adds turns of environments to the queue, each environment a bounded number of times however much it has to deliver. The
 * queue is a hint for speed: what it loses is found in the store.
 */
@Injectable()
export class JobQueue {
  // Priorities inside one queue would not be enough: a worker's slots fill with long jobs while there are no others, and
  // then a short one waits for a slot.
  private readonly queues: Record<JobPriority, Queue>;
  private readonly batcher = new WriteBatcher(async (turns: Turn[]) => {
    await Promise.all(mergeTurns(turns).map((turn) => this.addTurn(turn)));
  });

  constructor(
    @InjectQueue(QUEUES.normal) normal: Queue,
    @InjectQueue(QUEUES.low) low: Queue,
    private readonly logger: Logger,
  ) {
    this.queues = { normal, low };
    for (const queue of [normal, low]) {
      queue.on('error', (error) => logQueueOutage(this.logger, error));
    }
  }

  /**
   * Puts environments at the end of the queue, those that are not in it yet. Their events must be in the
   * store. Rejects within seconds when the queue does not respond.
   */
  async add(turns: Turn[]): Promise<void> {
    if (turns.length > 0) await withTimeout(ADD_MS, this.batcher.add(turns));
  }

  /**
   * Adds environments whose turn seems to be lost: they are in the queue afterwards, even when the queue has lost a part of
   * its data but still holds their deduplication keys.
   */
  async renew(turns: Turn[]): Promise<void> {
    const renewed = mergeTurns(turns).map(async (turn) => {
      const queue = this.queues[turn.priority];
      for (const id of [namedId(turn.environmentId), turn.environmentId]) await queue.removeDeduplicationKey(id);
      await this.addTurn(turn);
    });
    await withTimeout(ADD_MS, Promise.all(renewed));
  }

  /** Returns how many jobs each queue has in each state, by the queue's name. */
  async counts(): Promise<Record<string, Record<string, number>>> {
    const entries = Object.values(this.queues).map(async (queue) => [
      queue.name,
      await queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Resolves when the queue responds. */
  async ping(): Promise<void> {
    await this.queues.normal.getJobCounts('waiting');
  }

  /**
   * An environment is in a queue at most twice: with the events that were stored first, and for all later ones, which are
   * searched for. When several callers add the same environment concurrently, one turn serves them all.
   */
  private async addTurn({ environmentId, priority, eventIds }: Turn): Promise<void> {
    const queue = this.queues[priority];
    if (eventIds) {
      const jobId = randomUUID();
      // Held until the job has ended, by retries and by the job of a dead worker, too; a search gets past all of them.
      const deduplication = { id: namedId(environmentId) };
      const added = await queue.add(NAME, { environmentId, priority, eventIds }, { jobId, deduplication });
      if (added.id === jobId) return;
    }
    await queue.add(NAME, { environmentId, priority }, { deduplication: { id: environmentId } });
  }
}

/** Merges turns into one per environment and priority. It names the events if all of them do and they are few enough. */
export function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged = new Map<string, Turn>();
  for (const turn of turns) {
    const key = `${turn.environmentId} ${turn.priority}`;
    const known = merged.get(key);
    merged.set(key, known ? together(known, turn) : bounded(turn));
  }
  return [...merged.values()];
}

function together({ environmentId, priority, eventIds }: Turn, other: Turn): Turn {
  if (!eventIds || !other.eventIds) return { environmentId, priority };
  return bounded({ environmentId, priority, eventIds: [...eventIds, ...other.eventIds] });
}

function bounded(turn: Turn): Turn {
  const { environmentId, priority, eventIds } = turn;
  return !eventIds || eventIds.length <= MAX_NAMED[priority] ? turn : { environmentId, priority };
}

function namedId(environmentId: string): string {
  return `${environmentId}-named`;
}

export function logQueueOutage(logger: Logger, error: Error): void {
  logger.warn({ err: error }, 'The queue cannot be reached; accepted triggers are kept and delivered later');
}
