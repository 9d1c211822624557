import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { IdMap } from '../../platform/ids.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import type { JobPriority } from '../../platform/queue/job-queue.js';
import { TickBatcher } from '../../platform/scheduling/tick-batcher.js';
import { groupBy } from '../../platform/values/group-by.js';
import type { KnownSubscribers } from '../../subscribers/subscribers.service.js';
import { EventsService } from '../../events/store/events.service.js';
import { Event, priorityOf, type Waiting } from '../../events/store/event.schema.js';
import {
  type Claim,
  type Counters,
  type Cursor,
  type EventProblem,
  increments,
  withProblems,
} from '../../events/store/expansion.js';

const MAX_FAILURES = 5;

/** The result of expanding one chunk of an event. */
export interface ChunkResult {
  /** Where the next chunk begins; undefined when this was the last one. */
  next?: Cursor;
  counters: Counters;
  problems: EventProblem[];
}

/** An event whose next chunk is reserved for the caller. */
export interface ClaimedEvent {
  event: Event;
  /** Ended by `advance` or `release`. */
  claim: string;
  /** The subscribers that it names, if they were read a moment ago. */
  known?: KnownSubscribers;
}

/** The last chunk of an event that was done. */
interface LastChunk {
  claimed: ClaimedEvent;
  result: ChunkResult;
}

/**
 * Moves events from chunk to chunk. Each step is one update that is guarded by the number of the chunk and the claim on it, so
 * that of two workers with the same chunk only one is counted, and a cancelled event never moves on (behaviour Z3, T17).
 */
@Injectable()
export class EventProgressStore {
  /** Claims all new events of this process: none of them was claimed before, and alike they can be moved on together. */
  private readonly tokenOfNew = randomUUID();
  private readonly finishing = new TickBatcher((chunks: LastChunk[]) => this.finishTogether(chunks));

  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly service: EventsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns the ids of the events of an environment that have waited longest for a worker, at most `limit`. */
  async findWaiting(environmentId: Types.ObjectId, priority: JobPriority, limit: number): Promise<Types.ObjectId[]> {
    const inLine = { environmentId, 'waiting.priority': priority, 'waiting.since': { $exists: true } };
    const found = await this.documents
      .find({ ...inLine, ...free(this.clock.now()) }, { projection: { _id: 1 } })
      .sort({ 'waiting.since': 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /**
   * Reads events and reserves the next chunk of each for the caller, so that a second job does not do the same work and a
   * cancellation can wait for the end of the chunk (behaviour T17). Those that no longer exist, were cancelled, have found all
   * their recipients, or are claimed by another worker are left out. One command for one event, two for many.
   */
  async claim(ids: readonly Types.ObjectId[]): Promise<ClaimedEvent[]> {
    const claim = this.newClaim();
    // A claim ends before the event is swept, so that the next worker finds it free.
    const sweepAt = this.inSeconds(this.config.sweepAfterSeconds);
    const update = { $set: { 'expansion.claim': claim, sweepAt }, $unset: { waiting: '' as const } };
    const events = await this.reserve(ids, claim, update);
    return events.map((event) => ({ event, claim: claim.token }));
  }

  /** Claims an event that is about to be stored, for the process that stores it. */
  claimNew(event: Event): ClaimedEvent {
    const claim = this.newClaim(this.tokenOfNew);
    event.expansion.claim = claim;
    return { event, claim: claim.token };
  }

  private async reserve(
    ids: readonly Types.ObjectId[],
    { token }: Claim,
    update: mongo.UpdateFilter<Event>,
  ): Promise<Event[]> {
    const [first, ...others] = ids;
    if (!first) return [];
    const now = this.clock.now();
    if (others.length === 0) {
      const event = await this.documents.findOneAndUpdate({ _id: first, ...free(now) }, update, {
        returnDocument: 'after',
      });
      return event ? [event] : [];
    }
    const filter = { _id: { $in: [...ids] } };
    const { modifiedCount } = await this.documents.updateMany({ ...filter, ...free(now) }, update);
    if (modifiedCount === 0) return [];
    return this.documents.find({ ...filter, 'expansion.claim.token': token }).toArray();
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
   * and records nothing, when the event was cancelled meanwhile or another worker has taken it over. One command for all
   * events that end at the same time, in which those of one claim that end alike are one update.
   */
  async advance(claimed: ClaimedEvent, result: ChunkResult): Promise<boolean> {
    if (result.next) {
      const { matchedCount } = await this.documents.updateOne(
        atChunk([claimed]),
        this.advanceUpdate(claimed, result, this.clock.now()),
      );
      return matchedCount === 1;
    }
    const advanced = await this.finishing.add({ claimed, result });
    await this.service.mayHaveEnded.run([claimed.event._id]);
    return advanced;
  }

  private async finishTogether(chunks: LastChunk[]): Promise<boolean[]> {
    const now = this.clock.now();
    const steps = chunks.map(({ claimed, result }) => ({ claimed, update: this.advanceUpdate(claimed, result, now) }));
    const alike = groupBy(steps, ({ claimed, update }) => `${claimed.claim} ${JSON.stringify(update)}`);
    const { matchedCount } = await this.documents.bulkWrite(
      [...alike.values()].map((group) => ({
        updateMany: { filter: atChunk(group.map(({ claimed }) => claimed)), update: group[0]!.update },
      })),
      { ordered: false },
    );
    if (matchedCount === chunks.length) return chunks.map(() => true);
    if (chunks.length === 1) return [false];
    const moved = await this.documents
      .find(
        { _id: { $in: chunks.map(({ claimed }) => claimed.event._id) }, 'expansion.done': true },
        { projection: { expansion: 1 } },
      )
      .toArray();
    const expansions = new IdMap(moved.map(({ _id, expansion }) => [_id, expansion]));
    return chunks.map(({ claimed: { event, claim } }) => {
      const now = expansions.get(event._id);
      return now?.claim?.token === claim && now.chunk > event.expansion.chunk;
    });
  }

  private advanceUpdate(
    { event }: ClaimedEvent,
    { next, counters, problems }: ChunkResult,
    now: Date,
  ): mongo.UpdateFilter<Event> {
    const sweepAt = this.inSeconds(this.config.sweepAfterSeconds);
    const waiting: Waiting = { priority: 'low', since: now };
    return {
      $set: {
        'expansion.chunk': event.expansion.chunk + 1,
        // Whose claim it was shows later which of several events have been finished here.
        'expansion.claim.until': now,
        ...(next ? { 'expansion.cursor': next, sweepAt, waiting } : { 'expansion.done': true }),
        ...(problems.length > 0 && { problems: withProblems(event.problems ?? [], problems) }),
      },
      ...(!next && { $unset: { sweepAt: '', waiting: '' } }),
      $inc: increments(counters),
    };
  }

  /** Bypasses mongoose, which costs more than the commands of small events. */
  private get documents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.events);
  }

  private newClaim(token: string = randomUUID()): Claim {
    return { token, until: this.inSeconds(this.config.sweepAfterSeconds / 2) };
  }

  private inSeconds(seconds: number): Date {
    return later(this.clock.now(), seconds * 1000);
  }
}

/** Matches events that are to be delivered and that no worker has claimed. */
function free(now: Date): mongo.Filter<Event> {
  return {
    'expansion.done': false,
    cancelledAt: { $exists: false },
    $or: [{ 'expansion.claim': { $exists: false } }, { 'expansion.claim.until': { $lte: now } }],
  };
}

/** Matches events, claimed together at the same chunk, of which no other worker has taken over any. */
function atChunk(claimed: readonly ClaimedEvent[]): mongo.Filter<Event> {
  const { event, claim } = claimed[0]!;
  const ids = claimed.map(({ event: { _id } }) => _id);
  return {
    _id: ids.length === 1 ? ids[0] : { $in: ids },
    'expansion.chunk': event.expansion.chunk,
    'expansion.done': false,
    'expansion.claim.token': claim,
    cancelledAt: { $exists: false },
  };
}
