import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import type { JobPriority } from '../../platform/queue/job-queue.js';
import { Event, priorityOf, type Waiting } from '../event.schema.js';
import { type Counters, type Cursor, type EventProblem, withProblems } from './expansion.js';

const MAX_FAILURES = 5;

/** The result of expanding one chunk of an event. */
export interface ChunkResult {
  /** Where the next chunk begins; undefined when this was the last one. */
  next?: Cursor;
  counters: Counters;
  problems: EventProblem[];
}

/** An event whose next chunk is reserved for the caller. */
export interface TakenEvent {
  event: Event;
  /** Ended by `advance` or `release`. */
  claim: string;
}

/** The outcomes of runs of one event. */
interface EventCount {
  eventId: Types.ObjectId;
  counters: Omit<Counters, 'expanded'>;
}

/**
 * Moves events from chunk to chunk. Each step is one update that is guarded by the number of the chunk, so that of
 * two workers with the same chunk only the first is counted, and a cancelled event never moves on (behaviour Z3, T17).
 */
@Injectable()
export class EventProgressStore {
  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns the events of an environment that have waited longest for a worker, at most `limit`. */
  async findWaiting(
    environmentId: Types.ObjectId,
    priority: JobPriority,
    limit: number,
  ): Promise<Pick<Event, '_id'>[]> {
    const inLine = { environmentId, 'waiting.priority': priority, 'waiting.since': { $exists: true } };
    return this.events
      .find({ ...inLine, ...free(this.clock.now()) }, { _id: 1 })
      .sort({ 'waiting.since': 1 })
      .limit(limit)
      .lean();
  }

  /**
   * Reads an event and reserves its next chunk for the caller, so that a second job does not do the same work and a
   * cancellation can wait for the end of the chunk (behaviour T17). Returns undefined when the event no longer exists,
   * was cancelled, has found all its recipients, or another worker has taken it.
   */
  async take(id: Types.ObjectId): Promise<TakenEvent | undefined> {
    const now = this.clock.now();
    const claim = { token: randomUUID(), until: this.inSeconds(this.config.sweepAfterSeconds / 2) };
    // A claim ends before the event is swept, so that the next worker finds it free.
    const sweepAt = this.inSeconds(this.config.sweepAfterSeconds);
    const event = await this.events
      .findOneAndUpdate(
        { _id: id, ...free(now) },
        { $set: { 'expansion.claim': claim, sweepAt }, $unset: { waiting: '' } },
        { returnDocument: 'after' },
      )
      .lean();
    return event ? { event, claim: claim.token } : undefined;
  }

  /** Ends the claim of a chunk that was not done. */
  async release({ _id }: Pick<Event, '_id'>, token: string): Promise<void> {
    await this.events.updateOne({ _id, 'expansion.claim.token': token }, { $unset: { 'expansion.claim': '' } });
  }

  /**
   * Ends the claim of a chunk that has failed. The event waits again, after the others of its environment; one that has
   * failed several times is left to the sweeper, so that it does not take part in every turn.
   */
  async releaseFailed(event: Event, token: string): Promise<void> {
    const again = (event.failures ?? 0) < MAX_FAILURES;
    await this.events.updateOne(
      { _id: event._id, 'expansion.claim.token': token },
      {
        ...(again && { $set: { waiting: { priority: priorityOf(event), since: this.clock.now() } } }),
        $unset: { 'expansion.claim': '' },
        $inc: { failures: 1 },
      },
    );
  }

  /**
   * Records that the event's current chunk is done; an event with a next chunk waits for its next turn. Returns false,
   * and records nothing, when the event was cancelled meanwhile or another worker was first.
   */
  async advance(event: Event, { next, counters, problems }: ChunkResult): Promise<boolean> {
    const sweepAt = this.inSeconds(this.config.sweepAfterSeconds);
    const waiting: Waiting = { priority: 'low', since: this.clock.now() };
    const update: UpdateQuery<Event> = {
      $set: {
        'expansion.chunk': event.expansion.chunk + 1,
        ...(next ? { 'expansion.cursor': next, sweepAt, waiting } : { 'expansion.done': true }),
        ...(problems.length > 0 && { problems: withProblems(event.problems ?? [], problems) }),
      },
      $unset: { 'expansion.claim': '', ...(!next && { sweepAt: '', waiting: '' }) },
      $inc: increments(counters),
    };
    const { matchedCount } = await this.events.updateOne(atChunk(event), update);
    return matchedCount === 1;
  }

  /** Adds a chunk to the counters of an event that was cancelled while the chunk was being sent. */
  async countCancelled({ _id, expansion }: Event, { counters }: ChunkResult): Promise<void> {
    await this.events.updateOne(
      { _id, 'expansion.chunk': expansion.chunk, cancelledAt: { $exists: true } },
      { $set: { 'expansion.chunk': expansion.chunk + 1 }, $inc: increments(counters) },
    );
  }

  /** Adds the outcomes of runs that ended after their chunk was done, once for each token. */
  async count(counts: readonly EventCount[], token: string): Promise<void> {
    if (counts.length === 0) return;
    await this.events.bulkWrite(
      counts.map(({ eventId: _id, counters }) => ({
        updateOne: {
          filter: { _id, countedBy: { $ne: token } },
          update: { $inc: increments(counters), $push: { countedBy: token } },
        },
      })),
      { ordered: false },
    );
  }

  /** Removes a token that will not be used again. */
  async forgetCount(ids: Types.ObjectId[], token: string): Promise<void> {
    if (ids.length === 0) return;
    await this.events.updateMany({ _id: { $in: ids } }, { $pull: { countedBy: token } });
  }

  /** Stops an event that has recipients left to find (behaviour T17). Returns false when it has none. */
  async stop({ _id }: Pick<Event, '_id'>): Promise<boolean> {
    const { matchedCount } = await this.events.updateOne(
      { _id, 'expansion.done': false, cancelledAt: { $exists: false } },
      { $set: { cancelledAt: this.clock.now(), 'expansion.done': true }, $unset: { sweepAt: '', waiting: '' } },
    );
    return matchedCount === 1;
  }

  /** Records that runs of the event must not continue, although it has found all its recipients. */
  async markCancelled({ _id }: Pick<Event, '_id'>): Promise<void> {
    await this.events.updateOne({ _id, cancelledAt: { $exists: false } }, { $set: { cancelledAt: this.clock.now() } });
  }

  /** Records that a cancellation has finished; until then another request repeats it. */
  async endCancellation({ _id }: Pick<Event, '_id'>): Promise<void> {
    await this.events.updateOne({ _id }, { $set: { cancellationEnded: true } });
  }

  /** Returns whether a worker is processing a chunk of the event. */
  async isClaimed({ _id }: Pick<Event, '_id'>): Promise<boolean> {
    return (await this.events.exists({ _id, 'expansion.claim.until': { $gt: this.clock.now() } })) !== null;
  }

  private inSeconds(seconds: number): Date {
    return later(this.clock.now(), seconds * 1000);
  }
}

/** Matches events that are to be delivered and that no worker has taken. */
function free(now: Date): QueryFilter<Event> {
  return {
    'expansion.done': false,
    cancelledAt: { $exists: false },
    $or: [{ 'expansion.claim': { $exists: false } }, { 'expansion.claim.until': { $lte: now } }],
  };
}

function atChunk({ _id, expansion }: Event): QueryFilter<Event> {
  return { _id, 'expansion.chunk': expansion.chunk, 'expansion.done': false, cancelledAt: { $exists: false } };
}

function increments(counters: Partial<Counters>): Record<string, number> {
  return Object.fromEntries(Object.entries(counters).map(([name, count]) => [`counters.${name}`, count]));
}
