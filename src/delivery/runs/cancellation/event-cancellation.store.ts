import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import { Event } from '../../../events/store/event.schema.js';
import { type Counters, increments } from '../../../events/store/expansion.js';

type EventId = Pick<Event, '_id'>;

/** A chunk of an event that was cancelled, and the claim on it. */
export interface CancelledChunk {
  event: Pick<Event, '_id' | 'expansion'>;
  claim: string;
}

/** Records how far the cancellation of an event is (behaviour T16, T17). */
@Injectable()
export class EventCancellationStore {
  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly clock: Clock,
  ) {}

  /** Stops an event that has recipients left to find (behaviour T17). Returns false when it has none. */
  async stop({ _id }: EventId): Promise<boolean> {
    const { matchedCount } = await this.events.updateOne(
      { _id, 'expansion.done': false, cancelledAt: { $exists: false } },
      { $set: { cancelledAt: this.clock.now(), 'expansion.done': true }, $unset: { sweepAt: '', waiting: '' } },
    );
    return matchedCount === 1;
  }

  /** Records that runs of the event must not continue, although it has found all its recipients. */
  async begin({ _id }: EventId): Promise<void> {
    await this.events.updateOne({ _id, cancelledAt: { $exists: false } }, { $set: { cancelledAt: this.clock.now() } });
  }

  /** Records that the cancellation has finished; until then another request repeats it. */
  async end({ _id }: EventId): Promise<void> {
    await this.events.updateOne({ _id }, { $set: { cancellationEnded: true } });
  }

  /**
   * Adds a chunk to the counters of an event that was cancelled while the chunk was being sent. Returns false when it was not
   * cancelled, or another worker has taken it over.
   */
  async count({ event, claim }: CancelledChunk, { counters }: { counters: Counters }): Promise<boolean> {
    const { _id, expansion } = event;
    const { matchedCount } = await this.events.updateOne(
      { _id, 'expansion.chunk': expansion.chunk, 'expansion.claim.token': claim, cancelledAt: { $exists: true } },
      { $set: { 'expansion.chunk': expansion.chunk + 1 }, $inc: increments(counters) },
    );
    return matchedCount === 1;
  }

  /** Returns whether a worker is processing a chunk of the event. */
  async isClaimed({ _id }: EventId): Promise<boolean> {
    return (await this.events.exists({ _id, 'expansion.claim.until': { $gt: this.clock.now() } })) !== null;
  }
}
