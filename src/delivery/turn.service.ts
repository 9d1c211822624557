import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { EventProgressStore } from '../events/expansion/event-progress.store.js';
import { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import { type JobPriority, JobQueue, type Turn, TURN_SIZE } from '../platform/queue/job-queue.js';
import { EventDeliveryService } from './event-delivery.service.js';

/**
 * In a turn, one environment delivers a limited number of events; if it has more, it goes to the end of the queue, so that
 * no environment waits for the backlog of another. An environment has at most half of the slots of a process at a time, so
 * that its slow providers do not block others.
 *
 * An environment is in the queue at most twice, however many events it has: with the ids of events that were stored a moment
 * ago, which need no search, and for all other events, of which a turn takes the {@link TURN_SIZE} that have waited longest.
 */
@Injectable()
export class TurnService {
  private readonly shares: Record<JobPriority, Shares>;

  constructor(
    private readonly queue: JobQueue,
    private readonly progress: EventProgressStore,
    private readonly delivery: EventDeliveryService,
    private readonly logger: Logger,
    config: Config,
  ) {
    const half = (slots: number) => new Shares(Math.ceil(slots / 2));
    this.shares = { normal: half(config.workerConcurrency), low: half(config.lowPriorityConcurrency) };
  }

  /** Throws when some of the events failed, after the others were delivered. */
  async take(turn: Turn): Promise<void> {
    const shares = this.shares[turn.priority];
    // The events of the turn are in the database, and a turn in progress requests another one when it ends.
    if (!shares.begin(turn.environmentId)) return;
    try {
      if (turn.eventIds) await all(turn.eventIds.map((id) => this.delivery.deliver(id)));
      else await this.deliverNext(turn);
    } finally {
      if (shares.end(turn.environmentId)) await this.requestTurn(turn);
    }
  }

  private async deliverNext(turn: Turn): Promise<void> {
    const size = TURN_SIZE[turn.priority];
    const waiting = await this.progress.findWaiting(new Types.ObjectId(turn.environmentId), turn.priority, size + 1);
    const taking = waiting.slice(0, size).map(({ _id }) => this.progress.take(_id));
    await Promise.allSettled(taking);
    // As soon as these events are taken: slots may be free, and the next turn finds other events.
    if (waiting.length > size) await this.requestTurn(turn);
    await all(
      taking.map(async (taken) => {
        const event = await taken;
        if (event) await this.delivery.deliverTaken(event);
      }),
    );
  }

  private async requestTurn({ environmentId, priority }: Turn): Promise<void> {
    try {
      await this.queue.add([{ environmentId, priority }]);
    } catch (error) {
      this.logger.warn({ err: error }, 'The next turn could not be added to the queue; the sweeper adds it');
    }
  }
}

interface Share {
  turns: number;
  /** A turn was refused, for which another one has to be requested. */
  refused: boolean;
}

/**
 * Counts the slots of a worker that each environment uses: at most `most`, so that an environment with slow providers leaves
 * slots to the others.
 */
export class Shares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly most: number) {}

  /** Begins a turn. Returns false when the environment is at its limit; then {@link end} returns true for the next turn that ends. */
  begin(environmentId: string): boolean {
    const share = this.shares.get(environmentId) ?? { turns: 0, refused: false };
    if (share.turns >= this.most) {
      share.refused = true;
      return false;
    }
    share.turns += 1;
    this.shares.set(environmentId, share);
    return true;
  }

  /** Ends a turn. Returns whether a turn was refused meanwhile; returns it once. */
  end(environmentId: string): boolean {
    const share = this.shares.get(environmentId);
    if (!share) return false;
    const { refused } = share;
    share.turns -= 1;
    share.refused = false;
    if (share.turns === 0) this.shares.delete(environmentId);
    return refused;
  }
}

/** Waits until all have settled, then throws the errors. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${work.length} events failed`);
}
