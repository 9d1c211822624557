import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { ignoreDuplicates, lostOperations } from '../../platform/persistence/store-errors.js';
import { Run, type RunCounting, type RunStatus } from './run.schema.js';

/** A run that is due, as far as it must be known to claim it. */
export type DueRun = Pick<Run, '_id' | 'status' | 'environmentId'>;

const DUE = { status: 1, environmentId: 1 } as const;

/** What a run has been that was stored before. */
export type KnownRun = Pick<Run, '_id' | 'status' | 'counted' | 'reopened'>;

const COUNTED = { eventId: 1, status: 1, reopened: 1, replayedFrom: 1 } as const;
/** What of a run its event is counted by. */
export type CountedRun = Pick<Run, '_id' | 'eventId' | 'status' | 'reopened' | 'replayedFrom'>;

/** A run that goes back to some of its steps. `replayId`: of the time before, where there was one. */
export type ReopenedRun = Required<Pick<Run, '_id' | 'stepIndex' | 'replays' | 'replayedFrom' | 'expiresAt'>> &
  Pick<Run, 'replayId'>;

/** Stores what happens to each recipient, and hands runs that are due to workers. */
@Injectable()
export class RunsService {
  constructor(@InjectModel(Run.name) private readonly runs: Model<Run>) {}

  /** Stores runs that are not there yet; a run that was stored before stays as it is. */
  async insertNew(runs: Run[]): Promise<void> {
    if (runs.length === 0) return;
    await this.documents.insertMany(runs, { ordered: false }).catch(ignoreDuplicates);
  }

  /** Stores runs that are not there yet and returns those: the others are somebody else's. */
  async insertOwn(runs: Run[]): Promise<Run[]> {
    if (runs.length === 0) return [];
    try {
      await this.documents.insertMany(runs, { ordered: false });
      return runs;
    } catch (error) {
      const lost = lostOperations(error);
      return runs.filter((_run, index) => !lost.has(index));
    }
  }

  /** How runs stand that were stored before. */
  async findStates(ids: Types.ObjectId[]): Promise<KnownRun[]> {
    if (ids.length === 0) return [];
    return this.documents.find({ _id: { $in: ids } }, { projection: { status: 1, counted: 1, reopened: 1 } }).toArray();
  }

  /** The runs that carry a mark. */
  async findCounting(counting: RunCounting): Promise<CountedRun[]> {
    return this.documents.find(withMark(counting), { projection: COUNTED }).toArray();
  }

  /** A mark that should have been removed by now. */
  async findUncounted(now: Date): Promise<RunCounting | undefined> {
    const found = await this.documents.findOne(
      { 'counting.until': { $lte: now } },
      { sort: { 'counting.until': 1 }, projection: { counting: 1 } },
    );
    return found?.counting;
  }

  async endCounting(counting: RunCounting): Promise<void> {
    await this.documents.updateMany(withMark(counting), { $unset: { counting: '' } });
  }

  async findByIds(ids: Types.ObjectId[]): Promise<Run[]> {
    return this.documents.find({ _id: { $in: ids } }).toArray();
  }

  /** Which event each run belongs to; canceled ones are left out. */
  async findNotCanceled(ids: Types.ObjectId[]): Promise<Pick<Run, '_id' | 'eventId'>[]> {
    return this.documents
      .find({ _id: { $in: ids }, status: { $ne: 'canceled' } }, { projection: { eventId: 1 } })
      .toArray();
  }

  /** Runs whose wait, or whose worker's lease, has ended; longest overdue first. */
  async findDue(now: Date, limit: number): Promise<DueRun[]> {
    return this.documents
      .find({ wakeAt: { $lte: now } }, { projection: DUE })
      .sort({ wakeAt: 1 })
      .limit(limit)
      .toArray();
  }

  /** The same for some environments; which of them come first is up to the store. */
  async findDueIn(environmentIds: Types.ObjectId[], now: Date, limit: number): Promise<DueRun[]> {
    return this.documents
      .find({ environmentId: { $in: environmentIds }, wakeAt: { $lte: now } }, { projection: DUE })
      .limit(limit)
      .toArray();
  }

  /** Takes those of the runs that are still due. Nobody else gets them before `leaseEnd`. */
  async claim(due: DueRun[], claim: string, now: Date, leaseEnd: Date): Promise<Run[]> {
    const ids = due.map(({ _id }) => _id);
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, wakeAt: { $lte: now } },
      { $set: { status: 'running', claim, wakeAt: leaseEnd } },
    );
    return modifiedCount === 0 ? [] : this.documents.find({ _id: { $in: ids }, claim }).toArray();
  }

  /** Keeps runs that take longer than expected. */
  async extendLease(ids: Types.ObjectId[], claim: string, leaseEnd: Date): Promise<void> {
    await this.documents.updateMany({ _id: { $in: ids }, claim }, { $set: { wakeAt: leaseEnd } });
  }

  /** Writes how far runs have come, with one command. A run that is no longer the worker's stays as it is. */
  async write(runs: Run[], claim: string): Promise<void> {
    if (runs.length === 0) return;
    await this.documents.bulkWrite(
      runs.map((run) => ({ updateOne: { filter: { _id: run._id, claim }, update: toUpdate(run) } })),
      { ordered: false },
    );
  }

  /**
   * Makes all runs due that a worker had when its process ended. Only for a process that knows to be alone.
   */
  async releaseAll(now: Date): Promise<void> {
    await this.documents.updateMany({ status: 'running', wakeAt: { $gt: now } }, { $set: { wakeAt: now } });
  }

  /** Whether runs of the event are still to be worked on. */
  async hasOpen(event: EventRef): Promise<boolean> {
    const status: { $in: RunStatus[] } = { $in: ['running', 'waiting'] };
    const found = await this.documents.findOne({ ...ofEvent(event), status }, { projection: { _id: 1 } });
    return found !== null;
  }

  /** Runs of the event that wait for the end of a digest window. */
  async findDigesting(event: EventRef): Promise<Run[]> {
    return this.documents.find({ ...ofEvent(event), status: 'waiting', digest: { $exists: true } }).toArray();
  }

  /** Runs of the event that are part of the digest of another one. */
  async findMerged(event: EventRef): Promise<Pick<Run, '_id' | 'digest'>[]> {
    return this.documents.find({ ...ofEvent(event), status: 'merged' }, { projection: { digest: 1 } }).toArray();
  }

  /** Ends the runs of the event that wait, and marks them; returns how many there were. */
  async cancelWaiting(event: EventRef, now: Date, counting: RunCounting): Promise<number> {
    const { modifiedCount } = await this.documents.updateMany(
      { ...ofEvent(event), status: 'waiting' },
      {
        $set: { status: 'canceled', updatedAt: now, counted: true, counting },
        $unset: { wakeAt: '', wait: '', results: '' },
      },
    );
    return modifiedCount;
  }

  /** Takes merged runs out of the digest they are part of; returns how many there were. */
  async cancelMerged(ids: Types.ObjectId[], now: Date): Promise<number> {
    if (ids.length === 0) return 0;
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, status: 'merged' },
      { $set: { status: 'canceled', updatedAt: now } },
    );
    return modifiedCount;
  }

  /** Writes the run as it is now if it still has the status it had; false when it has another one. */
  async replace(run: Run, status: RunStatus): Promise<boolean> {
    const { modifiedCount } = await this.documents.updateOne({ _id: run._id, status }, toUpdate(run));
    return modifiedCount === 1;
  }

  /** Runs by hexadecimal id; unknown ones are absent. */
  async findMany(ids: Types.ObjectId[]): Promise<Map<string, Run>> {
    if (ids.length === 0) return new Map();
    const found = await this.documents.find({ _id: { $in: ids } }).toArray();
    return new Map(found.map((run) => [run._id.toHexString(), run]));
  }

  /**
   * Makes runs due that have ended, and returns their hexadecimal ids. Those that somebody else has reopened since they
   * were read are left to that one, even when they have ended again by now.
   */
  async reopen(runs: readonly ReopenedRun[], now: Date): Promise<Set<string>> {
    if (runs.length === 0) return new Set();
    const own = new Types.ObjectId();
    const { modifiedCount } = await this.documents.bulkWrite(
      runs.map(({ _id, replayId = { $exists: false }, ...fields }) => ({
        updateOne: {
          filter: { _id, status: fields.replayedFrom, replayId },
          update: { $set: { ...fields, replayId: own, status: 'waiting', wakeAt: now, updatedAt: now } },
        },
      })),
      { ordered: false },
    );
    const ids = runs.map(({ _id }) => _id);
    const reopened = modifiedCount === runs.length ? runs : await this.findReplayed(ids, own);
    return new Set(reopened.map(({ _id }) => _id.toHexString()));
  }

  /** Some runs of a person, whatever their state, as far as it must be known to delete them. */
  async findSomeOf(
    { environmentId, subscriberId }: Pick<Run, 'environmentId' | 'subscriberId'>,
    limit: number,
  ): Promise<Pick<Run, '_id' | 'eventId' | 'status'>[]> {
    return this.documents
      .find({ environmentId, subscriberId }, { projection: { eventId: 1, status: 1 } })
      .limit(limit)
      .toArray();
  }

  /** Deletes runs. A worker that is at one of them writes it no more. */
  async delete(ids: Types.ObjectId[]): Promise<void> {
    await this.documents.deleteMany({ _id: { $in: ids } });
  }

  private findReplayed(ids: Types.ObjectId[], replayId: Types.ObjectId): Promise<Pick<Run, '_id'>[]> {
    return this.documents.find({ _id: { $in: ids }, replayId }, { projection: { _id: 1 } }).toArray();
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}

type EventRef = Pick<Run, 'environmentId' | 'transactionId'>;

function ofEvent({ environmentId, transactionId }: EventRef): EventRef {
  return { environmentId, transactionId };
}

function withMark({ token, until }: RunCounting): mongo.Filter<Run> {
  return { 'counting.until': until, 'counting.token': token };
}

const CHANGING = [
  'workflowVersion',
  'status',
  'steps',
  'stepIndex',
  'wakeAt',
  'wait',
  'results',
  'digest',
  'digested',
  'mergedInto',
  'reopened',
  'counted',
  'counting',
  'replays',
  'replayedFrom',
  'updatedAt',
  'expiresAt',
] as const satisfies (keyof Run)[];

function toUpdate(run: Run): mongo.UpdateFilter<Run> {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = { claim: '' };
  for (const field of CHANGING) {
    const value = run[field];
    if (value === undefined) unset[field] = '';
    else set[field] = value;
  }
  return { $set: set, $unset: unset };
}
