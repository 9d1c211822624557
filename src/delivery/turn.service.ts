import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Config } from '../platform/config/config.js';
import { EventProgressStore } from '../events/expansion/event-progress.store.js';
import { Logger } from '../platform/logging/logger.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { type JobPriority, type Turn, TURN_SIZE } from '../platform/queue/turn.js';
import { EventDeliveryService } from './event-delivery.service.js';
import { Shares } from './shares.js';

/**
 * Lets environments take turns: each delivers a bounded number of events and goes to the end of the queue if it has more,
 * so that none waits for the backlog of another. It has at most half of the process to itself at a time.
 */
@Injectable()
export class TurnService {
  private readonly shares: Record<JobPriority, Shares>;

  constructor(
    private readonly progress: EventProgressStore,
    private readonly delivery: EventDeliveryService,
    private readonly queue: JobQueue,
    private readonly logger: Logger,
    { workerConcurrency, lowPriorityConcurrency }: Config,
  ) {
    const half = (slots: number) => new Shares(Math.ceil(slots / 2));
    this.shares = { normal: half(workerConcurrency), low: half(lowPriorityConcurrency) };
  }

  /** Throws when some of the events failed, after the others were delivered. */
  async take(turn: Turn): Promise<void> {
    const shares = this.shares[turn.priority];
    // What the turn was for is in the store, and a turn under way asks for another one when it ends.
    if (!shares.begin(turn.environmentId)) return;
    try {
      if (turn.eventIds) await all(turn.eventIds.map((id) => this.delivery.deliver(id)));
      else await this.deliverNext(turn);
    } finally {
      if (shares.end(turn.environmentId)) await this.goOn(turn);
    }
  }

  private async deliverNext(turn: Turn): Promise<void> {
    const size = TURN_SIZE[turn.priority];
    const waiting = await this.progress.findWaiting(new Types.ObjectId(turn.environmentId), turn.priority, size + 1);
    const taking = waiting.slice(0, size).map(({ _id }) => this.progress.take(_id));
    await Promise.allSettled(taking);
    // As soon as the next turn finds others than this one, because slots may be free.
    if (waiting.length > size) await this.goOn(turn);
    await all(
      taking.map(async (taken) => {
        const event = await taken;
        if (event) await this.delivery.deliverTaken(event);
      }),
    );
  }

  private async goOn({ environmentId, priority }: Turn): Promise<void> {
    try {
      await this.queue.add([{ environmentId, priority }]);
    } catch (error) {
      this.logger.warn({ err: error }, 'The queue could not be told of the next turn; the sweeper will');
    }
  }
}

/** Resolves when all have ended, and throws what some of them did. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${work.length} events failed`);
}
