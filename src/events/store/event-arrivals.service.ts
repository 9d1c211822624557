import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { IdMap } from '../../platform/ids.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Event, type EventArrival } from './event.schema.js';

/** Events of the application that are noted with one trigger: the latest. */
const MAX_ARRIVALS = 20;

/** Notes events of the application with the trigger that they name, for waits that begin later (behaviour CS74). */
@Injectable()
export class EventArrivals {
  constructor(@InjectModel(Event.name) private readonly events: Model<Event>) {}

  /** Returns the id of the trigger; undefined when there is none, or it has expired. */
  async note(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    transactionId: string,
    arrival: EventArrival,
  ): Promise<Types.ObjectId | undefined> {
    const found = await this.documents.findOneAndUpdate(
      { environmentId, transactionId },
      { $push: { arrivals: { $each: [arrival], $slice: -MAX_ARRIVALS } } },
      { projection: { _id: 1 } },
    );
    return found?._id;
  }

  /** Returns what was noted with triggers, by id, with one command. */
  async find(ids: readonly Types.ObjectId[]): Promise<IdMap<EventArrival[]>> {
    if (ids.length === 0) return new IdMap();
    const found = await this.documents.find({ _id: { $in: [...ids] } }, { projection: { arrivals: 1 } }).toArray();
    return new IdMap(found.map(({ _id, arrivals = [] }) => [_id, arrivals]));
  }

  private get documents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.events);
  }
}
