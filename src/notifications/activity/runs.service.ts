import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { DueTimes } from '../../platform/queue/due-times.js';
import { IdMap } from '../../platform/ids.js';
import { lostOperations, rawCollection, withoutLost } from '../../platform/persistence/writes.js';
import { TickBatcher } from '../../platform/scheduling/tick-batcher.js';
import { Run, type RunCounting } from './run.schema.js';
import { closedAs, entering, leased } from './run-state.js';
import { OPEN_RUNS, type RunStatus } from './statuses.js';

/** The fields of a due run that are needed to claim it. */
export type DueRun = Pick<Run, '_id' | 'status' | 'environmentId' | 'wakeAt'>;

const DUE = { status: 1, environmentId: 1, wakeAt: 1 } as const;

/** Stores runs, and assigns due runs to workers. */
@Injectable()
export class RunsService {
  private readonly inserting = new TickBatcher((requests: Run[][]) => this.insertTogether(requests));

  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly due: DueTimes,
  ) {}

  /** Stores runs that do not exist yet and returns those; existing ones stay unchanged. */
  async insertNew(runs: Run[]): Promise<Run[]> {
    if (runs.length === 0) return [];
    try {
      await this.documents.insertMany(runs, { ordered: false });
      return runs;
    } catch (error) {
      const lost = lostOperations(error);
      return runs.filter((_run, index) => !lost.has(index));
    }
  }

  /**
   * Stores runs that do not exist yet and returns those; the others were stored by another process. One command for all
   * concurrent calls.
   */
  insertOwn(runs: Run[]): Promise<Run[]> {
    return this.inserting.add(runs);
  }

  private async insertTogether(requests: Run[][]): Promise<Run[][]> {
    const runs = requests.flat();
    try {
      await this.documents.insertMany(runs, { ordered: false });
      return requests;
    } catch (error) {
      return withoutLost(requests, lostOperations(error));
    } finally {
      this.due.expect(
        'runs',
        runs.map(({ wakeAt }) => wakeAt),
      );
    }
  }

  /** Number of these runs that have been reopened. */
  async countReopened(ids: Types.ObjectId[]): Promise<number> {
    if (ids.length === 0) return 0;
    return this.documents.countDocuments({ _id: { $in: ids }, reopened: { $exists: true } });
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

  /** When the next wait or lease ends, or has ended; undefined when there is none. */
  async nextDue(): Promise<Date | undefined> {
    const next = await this.documents.findOne(
      { wakeAt: { $exists: true } },
      { sort: { wakeAt: 1 }, projection: { wakeAt: 1 } },
    );
    return next?.wakeAt;
  }

  /** Due runs of some environments, in no particular order. */
  async findDueIn(environmentIds: Types.ObjectId[], now: Date, limit: number): Promise<DueRun[]> {
    return this.documents
      .find({ environmentId: { $in: environmentIds }, wakeAt: { $lte: now } }, { projection: DUE })
      .limit(limit)
      .toArray();
  }

  /** Claims those of the runs that are still due. No other worker gets them before `leaseEnd`. */
  async claim(due: DueRun[], claim: string, now: Date, leaseEnd: Date): Promise<Run[]> {
    const ids = due.map(({ _id }) => _id);
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, wakeAt: { $lte: now } },
      leased({ claim, until: leaseEnd }),
    );
    this.due.expect('runs', [leaseEnd]);
    return modifiedCount === 0 ? [] : this.documents.find({ _id: { $in: ids }, claim }).toArray();
  }

  /** Extends the lease of runs that take longer than expected. */
  async extendLease(ids: Types.ObjectId[], claim: string, leaseEnd: Date): Promise<void> {
    await this.documents.updateMany({ _id: { $in: ids }, claim }, { $set: { wakeAt: leaseEnd } });
  }

  /**
   * Writes the progress of claimed runs with one command. Runs that another worker has claimed since stay unchanged: then the
   * result is false.
   */
  async write(runs: Run[]): Promise<boolean> {
    if (runs.length === 0) return true;
    const { matchedCount } = await this.documents.bulkWrite(
      runs.map((run) => ({ updateOne: { filter: { _id: run._id, claim: run.claim }, update: toUpdate(run) } })),
      { ordered: false },
    );
    this.due.expect(
      'runs',
      runs.map(({ wakeAt }) => wakeAt),
    );
    return matchedCount === runs.length;
  }

  /**
   * Makes all runs due that a worker had claimed when its process ended. Only for a single-process deployment.
   */
  async releaseAll(now: Date): Promise<void> {
    await this.documents.updateMany({ status: 'running', wakeAt: { $gt: now } }, { $set: { wakeAt: now } });
  }

  /** Whether runs of the event are unfinished. */
  async hasOpen(event: EventRef): Promise<boolean> {
    const open = { ...ofEvent(event), status: { $in: OPEN_RUNS } };
    const found = await this.documents.findOne(open, { projection: { _id: 1 } });
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

  /** Cancels the waiting runs of the event, and marks them; returns their number. */
  async cancelWaiting(event: EventRef, now: Date, counting: RunCounting): Promise<number> {
    const { $set, $unset } = entering(closedAs('canceled', { counting }));
    const { modifiedCount } = await this.documents.updateMany(
      { ...ofEvent(event), status: 'waiting' },
      { $set: { ...$set, updatedAt: now }, $unset },
    );
    return modifiedCount;
  }

  /** Writes the run if its stored status is still `status`; returns false when it is another one. */
  async replace(run: Run, status: RunStatus): Promise<boolean> {
    const { modifiedCount } = await this.documents.updateOne({ _id: run._id, status }, toUpdate(run));
    this.due.expect('runs', [run.wakeAt]);
    return modifiedCount === 1;
  }

  /** Runs by id; unknown ones are absent. */
  async findMany(ids: Types.ObjectId[]): Promise<IdMap<Run>> {
    if (ids.length === 0) return new IdMap();
    const found = await this.documents.find({ _id: { $in: ids } }).toArray();
    return IdMap.of(found);
  }

  /** Some runs of a subscriber, in any state, with the fields that are needed to delete them. */
  async findSomeOf(
    { environmentId, subscriberId }: Pick<Run, 'environmentId' | 'subscriberId'>,
    limit: number,
  ): Promise<Pick<Run, '_id' | 'eventId' | 'status'>[]> {
    return this.documents
      .find({ environmentId, subscriberId }, { projection: { eventId: 1, status: 1 } })
      .limit(limit)
      .toArray();
  }

  /** Deletes runs. A worker that executes one of them does not store it again. */
  async delete(ids: Types.ObjectId[]): Promise<void> {
    await this.documents.deleteMany({ _id: { $in: ids } });
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}

type EventRef = Pick<Run, 'environmentId' | 'transactionId'>;

function ofEvent({ environmentId, transactionId }: EventRef): EventRef {
  return { environmentId, transactionId };
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
