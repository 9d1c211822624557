import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { EventProgressStore, type TakenEvent } from '../events/expansion/event-progress.store.js';
import { Config } from '../platform/config/config.js';
import { IdMap } from '../platform/ids.js';
import { Logger } from '../platform/logging/logger.js';
import { type JobPriority, JobQueue, type Turn } from '../platform/queue/job-queue.js';
import { EventDeliveryService } from './event-delivery.service.js';
import { TurnBatches } from './turn-batches.js';

/** A turn in progress. */
interface BegunTurn extends Turn {
  /** Called before the turn looks for its events: what is stored later needs another turn. */
  readonly begin?: () => Promise<unknown>;
}

/**
 * In a turn, one environment delivers a limited number of events; if it has more, it goes to the end of the queue, so that
 * no environment waits for the backlog of another. An environment has at most half of the slots of a process at a time, so
 * that its slow providers do not block others. Turns that begin at the same time are one batch: their events are taken
 * together and share commands.
 *
 * An environment is in the queue at most twice, however many events it has: with the ids of events that were stored a moment
 * ago, which need no search, and for all other events, of which a turn takes those that have waited longest.
 */
@Injectable()
export class TurnService {
  private readonly shares: Record<JobPriority, Shares>;
  private readonly batches = new TurnBatches<BegunTurn>((turns) => this.deliverBatch(turns, this.eventsPerBatch));
  private readonly eventsPerBatch: number;
  /** Environments with a turn that has not begun to search, and those with one that has not begun and names its events. */
  private readonly searching = new Set<string>();
  private readonly naming = new Set<string>();
  /** Turns that were taken here without the queue. */
  private readonly here = new Set<Promise<void>>();
  private readonly slots: number;

  constructor(
    private readonly queue: JobQueue,
    private readonly progress: EventProgressStore,
    private readonly delivery: EventDeliveryService,
    private readonly logger: Logger,
    config: Config,
  ) {
    const half = (slots: number) => new Shares(Math.ceil(slots / 2));
    this.shares = { normal: half(config.workerConcurrency), low: half(config.lowPriorityConcurrency) };
    this.eventsPerBatch = config.eventsPerBatch;
    this.slots = config.workerConcurrency;
  }

  /** Number of turns taken without the queue that have not ended. */
  get running(): number {
    return this.here.size;
  }

  /**
   * Takes a turn of events that this process has stored. Returns false when it does not: large events take turns with those of
   * all processes, and so do the others when no slot is free.
   */
  takeHere(turn: Turn): boolean {
    const { environmentId, priority } = turn;
    if (priority === 'low' || this.here.size >= this.slots) return false;
    // It will find these events, too.
    if (this.searching.has(environmentId)) return true;
    const names = turn.eventIds && !this.naming.has(environmentId);
    const work = this.take(names ? turn : { environmentId, priority }).catch(async (error: unknown) => {
      this.logger.warn({ turn, err: error }, 'A turn failed and will be tried again');
      await this.requestTurn(turn);
    });
    this.here.add(work);
    void work.then(() => this.here.delete(work));
    return true;
  }

  /** Resolves when the turns taken without the queue have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.here);
  }

  /** Throws when some of the events failed, after the others were delivered. */
  async take(turn: BegunTurn): Promise<void> {
    const shares = this.shares[turn.priority];
    // The events of the turn are in the database, and a turn in progress requests another one when it ends.
    if (!shares.begin(turn.environmentId)) return;
    if (turn.priority === 'normal') (turn.eventIds ? this.naming : this.searching).add(turn.environmentId);
    try {
      // The next chunk of a large event shares nothing with others.
      await (turn.priority === 'low' ? this.deliverBatch([turn], 1)[0] : this.batches.add(turn));
    } finally {
      if (shares.end(turn.environmentId)) await this.requestTurn(turn);
    }
  }

  /** Delivers at most so many events, evenly distributed among the turns. Returns a promise for each turn. */
  private deliverBatch(turns: readonly BegunTurn[], size: number): Promise<void>[] {
    const taken = this.takeEvents(turns, Math.ceil(size / turns.length));
    return turns.map(async (_turn, index) => {
      const events = (await taken)[index] ?? [];
      await all(events.map((event) => this.delivery.deliverTaken(event)));
    });
  }

  /** Takes at most `each` events for each of the turns. */
  private async takeEvents(turns: readonly BegunTurn[], each: number): Promise<TakenEvent[][]> {
    const waiting = await Promise.all(turns.map((turn) => this.findEvents(turn, each + 1)));
    const chosen = withoutRepetitions(waiting.map((ids) => ids.slice(0, each)));
    const taken = new IdMap((await this.progress.take(chosen.flat())).map((one) => [one.event._id, one]));
    // As soon as these events are taken: slots may be free, and the next turn finds other events.
    const unfinished = turns.filter((_turn, index) => waiting[index]!.length > each);
    await Promise.all(unfinished.map((turn) => this.requestTurn(turn)));
    return chosen.map((ids) => ids.flatMap((id) => taken.get(id) ?? []));
  }

  private async findEvents(turn: BegunTurn, limit: number): Promise<Types.ObjectId[]> {
    (turn.eventIds ? this.naming : this.searching).delete(turn.environmentId);
    await turn.begin?.();
    if (turn.eventIds) return turn.eventIds.map((id) => new Types.ObjectId(id));
    return this.progress.findWaiting(new Types.ObjectId(turn.environmentId), turn.priority, limit);
  }

  private async requestTurn({ environmentId, priority }: Turn): Promise<void> {
    try {
      await this.queue.add([{ environmentId, priority }]);
    } catch (error) {
      this.logger.warn({ err: error }, 'The next turn could not be added to the queue; the sweeper adds it');
    }
  }
}
/** An environment may have a turn that names an event and one that has found it: the first of the two delivers it. */
function withoutRepetitions(lists: readonly Types.ObjectId[][]): Types.ObjectId[][] {
  const seen = new IdMap<true>();
  return lists.map((ids) =>
    ids.filter((id) => {
      const isNew = !seen.has(id);
      seen.set(id, true);
      return isNew;
    }),
  );
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
