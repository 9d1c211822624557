import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { rawCollection } from '../../platform/persistence/writes.js';
import type { ChangedRun } from './run-events.js';
import { Run, type RunCounting } from './run.schema.js';
import { OPEN_RUNS } from './statuses.js';

const COUNTED = {
  eventId: 1,
  status: 1,
  reopened: 1,
  replayedFrom: 1,
  environmentId: 1,
  organizationId: 1,
  workflowId: 1,
  subscriberId: 1,
} as const;
/** The fields of a run that are needed to count it for its event, and to announce its end. */
export type CountedRun = ChangedRun & Pick<Run, 'eventId' | 'reopened' | 'replayedFrom'>;

/** Keeps the marks of runs that have ended, until they are counted for their events (behaviour Z6). */
@Injectable()
export class CountingMarksStore {
  constructor(@InjectModel(Run.name) private readonly runs: Model<Run>) {}

  /** Marks those of the runs that have ended and were not counted; returns their number. */
  async markEnded(ids: Types.ObjectId[], counting: RunCounting): Promise<number> {
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, status: { $nin: OPEN_RUNS }, counted: { $exists: false }, reopened: { $exists: false } },
      { $set: { counted: true, counting } },
    );
    return modifiedCount;
  }

  /** The runs with a mark. */
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

  /** Removes a mark, once its runs are counted. */
  async endCounting(counting: RunCounting): Promise<void> {
    await this.documents.updateMany(withMark(counting), { $unset: { counting: '' } });
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}

function withMark({ token, until }: RunCounting): mongo.Filter<Run> {
  return { 'counting.until': until, 'counting.token': token };
}
