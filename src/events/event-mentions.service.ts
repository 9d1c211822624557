import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { rawCollection } from '../platform/persistence/raw-collection.js';
import { Event } from './event.schema.js';

/** Long ago: with it as a bound, an index without the events that lack the field is entered. */
const EVER = new Date(0);

/** Takes people out of stored events. The payload is the caller's own and stays as it is. */
@Injectable()
export class EventMentions {
  constructor(@InjectModel(Event.name) private readonly events: Model<Event>) {}

  /** Takes the recipient with this id, and what was sent about him or her, out of these events. */
  async forgetRecipient(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    subscriberId: string,
    ids: Types.ObjectId[],
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.documents.updateMany({ _id: { $in: ids }, environmentId }, withoutRecipient(subscriberId));
  }

  /**
   * The same in events whose recipients have no run yet, so that they get none; then whatever else names the person: the
   * actor, those excluded from topics, and problems.
   */
  async forgetElsewhere({ id: environmentId }: Pick<EnvironmentRef, 'id'>, subscriberId: string): Promise<void> {
    await this.documents.updateMany(
      { sweepAt: { $gte: EVER }, environmentId, 'recipients.profile.subscriberId': subscriberId },
      withoutRecipient(subscriberId),
    );
    await this.documents.updateMany({ 'actor.subscriberId': subscriberId, environmentId }, { $unset: { actor: '' } });
    await this.documents.updateMany(
      { 'recipients.exclude': subscriberId, environmentId },
      { $pull: { 'recipients.$[topic].exclude': subscriberId } },
      { arrayFilters: [{ 'topic.kind': 'topic' }] },
    );
    await this.documents.updateMany(
      { 'problems.subscriberId': subscriberId, environmentId },
      { $pull: { problems: { subscriberId } } },
    );
  }

  private get documents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.events);
  }
}

function withoutRecipient(subscriberId: string): mongo.UpdateFilter<Event> {
  return { $pull: { recipients: { 'profile.subscriberId': subscriberId } } } as mongo.UpdateFilter<Event>;
}
