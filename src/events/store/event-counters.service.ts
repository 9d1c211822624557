import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Event } from './event.schema.js';
import { EventsService } from './events.service.js';
import { type Counters, increments } from './expansion.js';

/** The outcomes of runs of one event. */
interface EventCount {
  eventId: Types.ObjectId;
  counters: Omit<Counters, 'expanded'>;
}

/** Counts the outcomes of runs that end after the chunk in which they began (behaviour Z6). */
@Injectable()
export class EventCounters {
  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly service: EventsService,
  ) {}

  /**
   * Adds the outcomes of runs that ended after their chunk was done, once for each token, unless another process has taken
   * the token over. Returns whether all were added by this call.
   */
  async count(counts: readonly EventCount[], token: string): Promise<boolean> {
    if (counts.length === 0) return true;
    const { matchedCount } = await this.documents.bulkWrite(
      counts.map(({ eventId: _id, counters }) => ({
        updateOne: {
          filter: { _id, countedBy: { $nin: [token, takenOver(token)] } },
          update: { $inc: increments(counters), $push: { countedBy: token } },
        },
      })),
      { ordered: false },
    );
    await this.service.mayHaveEnded.run(counts.map(({ eventId }) => eventId));
    return matchedCount === counts.length;
  }

  /**
   * Takes over the counting for a token, so that its owner counts nothing more. Returns the events that it had not
   * counted; those that it had counted, or that have expired, are missing.
   */
  async takeOver(ids: Types.ObjectId[], token: string): Promise<Types.ObjectId[]> {
    const taken = takenOver(token);
    await this.documents.updateMany(
      { _id: { $in: ids }, countedBy: { $nin: [token, taken] } },
      { $push: { countedBy: taken } },
    );
    const found = await this.documents
      .find({ _id: { $in: ids }, countedBy: taken }, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Removes a token that will not be used again. */
  async forget(ids: Types.ObjectId[], token: string): Promise<void> {
    if (ids.length === 0) return;
    await this.documents.updateMany({ _id: { $in: ids } }, { $pull: { countedBy: token } });
  }

  private get documents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.events);
  }
}

/** Stands beside the tokens of counts for one that another process has taken over. */
function takenOver(token: string): string {
  return `${token} taken over`;
}
