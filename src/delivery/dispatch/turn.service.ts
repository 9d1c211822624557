import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { LocalWorker, Stored } from '../../events/accept/job-dispatcher.service.js';
import { type Event, priorityOf } from '../../events/store/event.schema.js';
import { EventProgressStore, type ClaimedEvent } from './event-progress.store.js';
import { logIdsOf } from '../../events/store/log-ids.js';
import { Config } from '../../platform/config/config.js';
import { fromHex, IdMap } from '../../platform/ids.js';
import { Logger } from '../../platform/logging/logger.js';
import { type JobPriority, JobQueue, type Turn } from '../../platform/queue/job-queue.js';
import { KeyedSemaphore } from '../../platform/scheduling/keyed-semaphore.js';
import { Tracing } from '../../platform/tracing/tracing.js';
import { EventDeliveryService } from './event-delivery.service.js';
import { EventScopes } from './event-scopes.service.js';
import { TurnBatches } from './turn-batches.js';

/**
 * A process claims as many new events as fit into this number of batches. Under full load some batches are in progress
 * and some wait; a job in the queue costs twice as much.
 */
const OWN_BATCHES = 4;

/** A turn in progress. */
interface BegunTurn extends Turn {
  /** Lets other turns of the environment be added: called before this one looks for its events, or is refused. */
  readonly begin?: () => Promise<unknown>;
  /** An event that was claimed when it was stored; the turn is for no other. */
  readonly claimed?: ClaimedEvent;
  /** Set when one of its events has a next chunk, which is delivered in a turn of low priority (behaviour Z5). */
  hasNext?: boolean;
}

/**
 * In a turn, one environment delivers a limited number of events; if it has more, it goes to the end of the queue, so
 * that no environment waits for the backlog of another. An environment has at most half of the slots of a process at a
 * time, so that its slow providers do not block others. Turns that begin at the same time are one batch: their events
 * are claimed together and share commands.
 *
 * An environment is in the queue at most twice, however many events it has: with the ids of events that were stored a
 * moment ago, which need no search, and for all other events, of which a turn claims those that have waited longest.
 * Events that this process stores while it has room for them are claimed when they are stored, and do not go through the
 * queue.
 */
@Injectable()
export class TurnService implements LocalWorker {
  private readonly shares: Record<JobPriority, Shares>;
  private readonly batches: TurnBatches<BegunTurn>;
  /** The most events that may be claimed when they are stored; half of it for each environment. */
  private readonly ownRoom: number;
  private readonly ownSlots: KeyedSemaphore;
  private readonly own = new Set<Promise<void>>();
  /** What is read for an event that was claimed when it was stored; those after it do not overtake it (behaviour A14). */
  private latestRead: Promise<ClaimedEvent['known']> | undefined;

  constructor(
    private readonly queue: JobQueue,
    private readonly progress: EventProgressStore,
    private readonly delivery: EventDeliveryService,
    private readonly scopes: EventScopes,
    private readonly tracing: Tracing,
    private readonly logger: Logger,
    config: Config,
  ) {
    const half = (slots: number) => Math.ceil(slots / 2);
    this.shares = {
      normal: new Shares(half(config.workerConcurrency)),
      low: new Shares(half(config.lowPriorityConcurrency)),
    };
    const { eventsPerBatch } = config;
    this.batches = new TurnBatches((turns) => this.deliverBatch(turns, eventsPerBatch), eventsPerBatch);
    this.ownRoom = OWN_BATCHES * eventsPerBatch;
    this.ownSlots = new KeyedSemaphore(half(this.ownRoom));
  }

  /** Number of events claimed when they were stored whose delivery has not ended. */
  get running(): number {
    return this.own.size;
  }

  /** Claims no large events: these go through the queue, where they take turns with those of other processes. */
  claimNew(event: Event): Stored | undefined {
    if (priorityOf(event) === 'low' || this.own.size >= this.ownRoom) return undefined;
    const release = this.ownSlots.tryTake(event.environmentId);
    if (!release) return undefined;
    const claimed = this.progress.claimNew(event);
    // Only while no other is in progress: then the delivery follows at once, and what is read now is still current.
    const reading = this.own.size === 0 ? this.scopes.readAhead(event) : undefined;
    this.latestRead = reading ?? this.latestRead;
    let stored!: Stored;
    const delivered = new Promise<boolean>((resolve) => (stored = resolve))
      .then((isStored) => (isStored ? this.deliverOwn(claimed, reading) : undefined))
      .finally(() => {
        release();
        this.own.delete(delivered);
      });
    this.own.add(delivered);
    return stored;
  }

  /** Resolves when the events that were claimed when they were stored have been delivered. */
  async ended(): Promise<void> {
    await Promise.all(this.own);
  }

  /** Throws when some of the events failed, after the others were delivered. */
  async run(requested: BegunTurn): Promise<void> {
    const turn = { ...requested };
    const shares = this.shares[turn.priority];
    let end = shares.begin(turn.environmentId);
    if (!end) {
      // Turns that have just ended could not request another one while this one was in the queue.
      await turn.begin?.();
      // The events of the turn are in the database, and a turn in progress requests another one when it ends.
      end = shares.begin(turn.environmentId);
      if (!end) return;
    }
    try {
      // The next chunk of a large event shares nothing with others.
      await (turn.priority === 'low' ? this.deliverBatch([turn], 1)[0] : this.batches.add(turn));
    } finally {
      // Afterwards, because this process would refuse a turn as long as the environment has its share.
      const isRefused = end();
      await this.requestNext(turn, isRefused);
    }
  }

  /** Requests the turns that are needed after this one. `again`: one like it is among them. */
  private async requestNext({ environmentId, priority, hasNext }: BegunTurn, again: boolean): Promise<void> {
    const needed = new Set<JobPriority>([...(again ? [priority] : []), ...(hasNext ? (['low'] as const) : [])]);
    for (const one of needed) await this.requestTurn({ environmentId, priority: one });
  }

  private async deliverOwn(claimed: ClaimedEvent, reading?: Promise<ClaimedEvent['known']>): Promise<void> {
    const { event } = claimed;
    const environmentId = event.environmentId.toHexString();
    const read = await (reading ?? this.latestRead);
    const known = reading && read;
    const turn: BegunTurn = { environmentId, priority: 'normal', claimed: { ...claimed, known } };
    let isFailed = false;
    try {
      await this.batches.add(turn);
    } catch (error) {
      this.logger.warn({ ...logIdsOf(event), err: error }, 'An event failed and will be tried again');
      isFailed = true;
    }
    await this.requestNext(turn, isFailed);
  }

  /** Delivers at most `size` events, evenly distributed among the turns. Returns a promise for each turn. */
  private deliverBatch(turns: readonly BegunTurn[], size: number): Promise<void>[] {
    const claiming = turns.filter(({ claimed }) => !claimed);
    // A single event that was claimed when it was stored has nothing to share a span with.
    const isShared = turns.length + claiming.length > 1;
    const batch = isShared ? this.tracing.sharedSpan('batch', { 'carillon.turns': turns.length }) : undefined;
    const each = Math.ceil(size / claiming.length);
    const claimed = batch ? batch.run(() => this.claimEvents(claiming, each)) : this.claimEvents(claiming, each);
    const ended = turns.map(async (turn) => {
      const events = turn.claimed ? [turn.claimed] : ((await claimed).get(turn) ?? []);
      batch?.add(events.map(({ event }) => event.trace));
      const deliver = async (event: ClaimedEvent): Promise<void> => {
        if (await this.delivery.deliver(event, batch)) turn.hasNext = true;
      };
      await all(events.map(deliver));
    });
    void batch?.endAfter(ended);
    return ended;
  }

  /** Claims at most `each` events for each of the turns. */
  private async claimEvents(turns: readonly BegunTurn[], each: number): Promise<Map<BegunTurn, ClaimedEvent[]>> {
    if (turns.length === 0) return new Map();
    const waiting = await Promise.all(turns.map((turn) => this.findEvents(turn, each + 1)));
    const chosen = withoutRepetitions(waiting.map((ids) => ids.slice(0, each)));
    const claimed = new IdMap((await this.progress.claim(chosen.flat())).map((one) => [one.event._id, one]));
    // Before these events are delivered: other slots may be free, and the next turn cannot find the events claimed here.
    // While the environment has its share of this process, the turn that ends first requests it.
    const unfinished = turns.filter((_turn, index) => waiting[index]!.length > each);
    await Promise.all(
      unfinished
        .filter((turn) => !this.shares[turn.priority].defer(turn.environmentId))
        .map((turn) => this.requestTurn(turn)),
    );
    return new Map(turns.map((turn, index) => [turn, chosen[index]!.flatMap((id) => claimed.get(id) ?? [])]));
  }

  private async findEvents(turn: BegunTurn, limit: number): Promise<Types.ObjectId[]> {
    await turn.begin?.();
    if (turn.eventIds) return turn.eventIds.map(fromHex);
    return this.progress.findWaiting(fromHex(turn.environmentId), turn.priority, limit);
  }

  private async requestTurn({ environmentId, priority }: Turn): Promise<void> {
    try {
      await this.queue.add([{ environmentId, priority }]);
    } catch (error) {
      this.logger.warn(
        { environmentId, err: error },
        'The next turn could not be added to the queue; the sweeper adds it',
      );
    }
  }
}

/** An environment may have a turn that names an event and another that found it: the first of the two delivers it. */
function withoutRepetitions(lists: readonly Types.ObjectId[][]): Types.ObjectId[][] {
  const seen = new IdMap<true>();
  return lists.map((ids) => ids.filter((id) => !seen.has(id) && seen.set(id, true)));
}

/**
 * The slots of a worker that each environment uses: at most `limit`, so that an environment with slow providers leaves slots
 * to the others.
 */
export class Shares {
  private readonly slots: KeyedSemaphore;
  /** Environments of which a turn was refused, so that another one has to be requested. */
  private readonly refused = new Set<string>();

  constructor(private readonly limit: number) {
    this.slots = new KeyedSemaphore(limit);
  }

  /**
   * Begins a turn. Returns what ends it, and says once whether another turn was refused meanwhile. Returns undefined when the
   * environment is at its limit.
   */
  begin(environmentId: string): (() => boolean) | undefined {
    const release = this.slots.tryTake(environmentId);
    if (!release) {
      this.refused.add(environmentId);
      return undefined;
    }
    return () => {
      release();
      return this.refused.delete(environmentId);
    };
  }

  /**
   * Whether an environment at its limit leaves its next turn to the one that ends first, which is told so. Not with a limit of
   * one: its only turn would then request no other, and other processes would never have one.
   */
  defer(environmentId: string): boolean {
    if (this.limit === 1 || !this.slots.isFull(environmentId)) return false;
    this.refused.add(environmentId);
    return true;
  }
}

/** As `Promise.all`, but waits until all have settled before it throws, so that no failure interrupts the others. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${work.length} events failed`);
}
