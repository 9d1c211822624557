import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { rawCollection } from '../../persistence/raw-collection.js';
import type { Event } from '../event.schema.js';

/** The runs of an event that wait for a later time. */
@Injectable()
export class WaitingRuns {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly clock: Clock,
  ) {}

  async exist(event: EventRef): Promise<boolean> {
    return (await this.documents.findOne(waitingOf(event), { projection: { _id: 1 } })) !== null;
  }

  /** Ends them without another step; returns how many there were. */
  async cancel(event: EventRef): Promise<number> {
    const { modifiedCount } = await this.documents.updateMany(waitingOf(event), {
      $set: { status: 'canceled', updatedAt: this.clock.now() },
      $unset: { wakeAt: '' },
    });
    return modifiedCount;
  }

  private get documents(): mongo.Collection {
    return rawCollection<Run>(this.runs) as unknown as mongo.Collection;
  }
}

type EventRef = Pick<Event, '_id' | 'environmentId' | 'transactionId'>;

function waitingOf({ _id, environmentId, transactionId }: EventRef): object {
  return { environmentId, transactionId, eventId: _id, status: 'waiting' };
}
