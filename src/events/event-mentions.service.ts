import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { rawCollection } from '../platform/persistence/writes.js';
import { Event } from './event.schema.js';

/** A lower bound that makes the store use a sparse index, which has no events without the field. */
const EVER = new Date(0);

/** Removes subscribers from stored events. The payload belongs to the caller and is not changed. */
@Injectable()
export class EventMentions {
  constructor(@InjectModel(Event.name) private readonly events: Model<Event>) {}

  /** Removes the recipient with this id, and the profile fields that were sent, from these events. */
  async forgetRecipient(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    subscriberId: string,
    ids: Types.ObjectId[],
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.documents.updateMany({ _id: { $in: ids }, environmentId }, withoutRecipient(subscriberId));
  }

  /**
   * Removes the recipient from events whose recipients have no run yet, so that none is created; then everything else
   * that names the subscriber: the actor, exclusions from topics, and problems.
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
