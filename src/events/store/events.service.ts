import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Hook } from '../../platform/hook.js';
import { IdMap, IdSet } from '../../platform/ids.js';
import { WriteBatcher } from '../../platform/scheduling/write-batcher.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { lostOperations, rawCollection } from '../../platform/persistence/writes.js';
import { outageOf } from '../../platform/persistence/outage.js';
import { Event, priorityOf } from './event.schema.js';

/** Maximum bytes of events that share a command with those of other requests. */
const MAX_SHARED_BYTES = 65_536;
/** Maximum bytes of events that one command stores: it occupies this process and the store. */
const MAX_BYTES = 524_288;

/** Waits between sweeps grow from one minute to about a quarter of a day. */
const MAX_WAIT_DOUBLINGS = 8;

/** The fields of an event that the sweeper needs. */
export type OverdueEvent = Pick<Event, '_id' | 'environmentId' | 'sweeps' | 'kind' | 'expansion' | 'waiting'>;

/** An event that is ready to be stored, and its size in bytes. */
export interface SizedEvent {
  event: Event;
  size: number;
}

/** An event that waits for a worker. */
export type WaitingEvent = Pick<Event, 'transactionId' | 'workflowId' | 'createdAt'> & { since: Date };

/** Stores accepted events, finds them, and finds those that have waited too long. */
@Injectable()
export class EventsService {
  /**
   * This process has delivered the last chunk of events, or counted later ends of their runs. Not run after each chunk: who
   * waits would read a large event again and again.
   */
  readonly mayHaveEnded = new Hook<readonly Types.ObjectId[]>();
  private readonly batcher = new WriteBatcher((events: Event[]) => this.insertTogether(events));

  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores events, one group of {@link inGroups}. Returns those that were stored: the transaction ids of the others are in
   * use (D1). Concurrent requests share one command, except large ones. When that fails because of an event that the store
   * does not accept, rather than because the store is unavailable, each request stores its own events.
   */
  async insertNew(group: readonly SizedEvent[]): Promise<Event[]> {
    const events = group.map(({ event }) => event);
    const isSmall = group.reduce((sum, { size }) => sum + size, 0) <= MAX_SHARED_BYTES;
    return this.insertOrOneByOne(events, () => (isSmall ? this.batcher.add(events) : this.insertTogether(events)));
  }

  /** Returns the event of a job or a run; undefined when it has expired. */
  async find(id: Types.ObjectId): Promise<Event | undefined> {
    return (await this.events.findById(id).lean()) ?? undefined;
  }

  /** Returns events by id, with one command; expired ones are absent. */
  async findMany(ids: Types.ObjectId[]): Promise<IdMap<Event>> {
    const events = await this.events.find({ _id: { $in: ids } }).lean();
    return IdMap.of(events);
  }

  /** Returns the ids of those of these events that are in the store. */
  async findExisting(ids: Types.ObjectId[]): Promise<IdSet> {
    const found = await this.documents.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    return new IdSet(found.map(({ _id }) => _id));
  }

  /** Returns the event with this transaction id; undefined when there is none, or it has expired. */
  async findByTransaction(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    transactionId: string,
  ): Promise<Event | undefined> {
    return (await this.events.findOne({ environmentId, transactionId }).lean()) ?? undefined;
  }

  /** Returns the workflows of the events that have the transaction ids of these, by id; takes no command when there are none. */
  async findWorkflows(
    { id: environmentId }: EnvironmentRef,
    repeated: readonly Event[],
  ): Promise<Map<string, Types.ObjectId>> {
    if (repeated.length === 0) return new Map();
    const ids = [...new Set(repeated.map(({ transactionId }) => transactionId))];
    const found = await this.documents
      .find({ environmentId, transactionId: { $in: ids } }, { projection: { transactionId: 1, workflowId: 1 } })
      .toArray();
    return new Map(found.map(({ transactionId, workflowId }) => [transactionId, workflowId]));
  }

  /** Returns the fields of events that an activity shows, by event id; expired events are absent. */
  async findShown(
    { id: environmentId }: EnvironmentRef,
    ids: Types.ObjectId[],
  ): Promise<IdMap<Pick<Event, 'payload' | 'problems' | 'createdAt' | 'trace'>>> {
    const fields = { payload: 1, problems: 1, createdAt: 1, 'trace.parent': 1 };
    const events = await this.events.find({ _id: { $in: ids }, environmentId }, fields).lean();
    return IdMap.of(events);
  }

  /** Returns the payloads of triggers by transaction id, with one command; those of expired events are absent. */
  async findPayloads(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    transactionIds: readonly string[],
  ): Promise<Map<string, Event['payload']>> {
    if (transactionIds.length === 0) return new Map();
    const found = await this.documents
      .find(
        { environmentId, transactionId: { $in: [...new Set(transactionIds)] } },
        { projection: { transactionId: 1, payload: 1 } },
      )
      .toArray();
    return new Map(found.map(({ transactionId, payload }) => [transactionId, payload]));
  }

  /** Returns the event of an environment that has waited longest for a worker. */
  async findLongestWaiting(environmentId: Types.ObjectId): Promise<WaitingEvent | undefined> {
    const found = await Promise.all(
      (['normal', 'low'] as const).map((priority) =>
        this.documents.findOne(
          { environmentId, 'waiting.priority': priority, 'waiting.since': { $exists: true } },
          { sort: { 'waiting.since': 1 }, projection: { transactionId: 1, workflowId: 1, createdAt: 1, waiting: 1 } },
        ),
      ),
    );
    const waiting = found.flatMap((event) => (event?.waiting ? [{ ...event, since: event.waiting.since }] : []));
    return waiting.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0];
  }

  /** Keeps events at least until this time, because their runs wait that long (behaviour N2, Y6). */
  async keepUntil(ids: Types.ObjectId[], until: Date): Promise<void> {
    await this.events.updateMany({ _id: { $in: ids }, expiresAt: { $lt: until } }, { $max: { expiresAt: until } });
  }

  /**
   * Makes every event that is not expanded due for the next {@link findOverdue}, even if a worker has claimed it. Only
   * for single-process deployments.
   */
  async makeAllOverdue(): Promise<void> {
    await this.events.updateMany(
      { sweepAt: { $exists: true } },
      { $set: { sweepAt: this.clock.now() }, $unset: { 'expansion.claim': '' } },
    );
  }

  /**
   * Makes every event that no worker has claimed due for the next {@link findOverdue}. For a queue in the memory of a process
   * that starts: it has no jobs for them.
   */
  async makeWaitingOverdue(): Promise<void> {
    await this.events.updateMany(
      { sweepAt: { $exists: true }, waiting: { $exists: true } },
      { $set: { sweepAt: this.clock.now() } },
    );
  }

  /** Returns events that should have been expanded by now, longest overdue first, at most `limit`. */
  async findOverdue(limit: number): Promise<OverdueEvent[]> {
    return this.events
      .find({ sweepAt: { $lte: this.clock.now() } }, { environmentId: 1, sweeps: 1, kind: 1, expansion: 1, waiting: 1 })
      .sort({ sweepAt: 1 })
      .limit(limit)
      .lean();
  }

  /** Makes overdue events wait for a worker again if their worker has died, or has failed too often. */
  async makeWait(overdue: readonly OverdueEvent[]): Promise<void> {
    const lost = overdue.filter(({ waiting }) => !waiting);
    if (lost.length === 0) return;
    const since = this.clock.now();
    await this.events.bulkWrite(
      lost.map((event) => ({
        updateOne: {
          filter: { _id: event._id, sweepAt: { $lte: since }, waiting: { $exists: false } },
          update: { waiting: { priority: priorityOf(event), since } },
        },
      })),
      { ordered: false },
    );
  }

  /**
   * Records that overdue events were queued again. Each is overdue again after a wait that doubles every time; of two
   * sweepers that have found the same event only one makes it wait.
   */
  async noteHandedOut(overdue: readonly OverdueEvent[]): Promise<void> {
    const now = this.clock.now().getTime();
    await this.events.bulkWrite(
      overdue.map(({ _id, sweeps }) => ({
        updateOne: {
          filter: { _id, sweeps, sweepAt: { $exists: true } },
          update: { sweepAt: new Date(now + this.sweepWait(sweeps)), $inc: { sweeps: 1 } },
        },
      })),
      { ordered: false },
    );
  }

  private async insertOrOneByOne(events: Event[], insert: () => Promise<Set<Event>>): Promise<Event[]> {
    try {
      const stored = await insert();
      return events.filter((event) => stored.has(event));
    } catch (error) {
      if (outageOf(error)) throw error;
      return this.insertAlone(events);
    }
  }

  private async insertTogether(events: Event[]): Promise<Set<Event>> {
    try {
      await this.documents.insertMany(events, { ordered: false });
      return new Set(events);
    } catch (error) {
      const lost = lostOperations(error);
      return new Set(events.filter((_event, index) => !lost.has(index)));
    }
  }

  /** Stores the events of one request; the failed command may have stored some of them. */
  private async insertAlone(events: Event[]): Promise<Event[]> {
    const ids = events.map(({ _id }) => _id);
    const known = await this.findExisting(ids);
    const old = events.filter(({ _id }) => known.has(_id));
    const missing = events.filter((event) => !old.includes(event));
    return missing.length === 0 ? old : [...old, ...(await this.insertTogether(missing))];
  }

  private sweepWait(sweeps: number): number {
    return this.config.sweepAfterSeconds * 1000 * 2 ** Math.min(sweeps, MAX_WAIT_DOUBLINGS);
  }

  private get documents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.events);
  }
}

/**
 * Splits the events of a request, in their order, into groups of at most `MAX_BYTES`; a larger event has a group of its own.
 * Each group occupies this process and the store only for a moment.
 */
export function inGroups<Sized extends SizedEvent>(events: readonly Sized[]): Sized[][] {
  const groups: Sized[][] = [];
  let left = 0;
  for (const one of events) {
    if (groups.length === 0 || one.size > left) {
      groups.push([]);
      left = MAX_BYTES;
    }
    left -= one.size;
    groups.at(-1)!.push(one);
  }
  return groups;
}
