import type { mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { Event } from './event.schema.js';

/** A lower bound that makes the store use a sparse index, which has no events without the field. */
const EVER = new Date(0);

/**
 * Removes the recipient with this id, and the profile fields that were sent, from these events. The payload belongs to the
 * caller and is not changed.
 */
export async function forgetRecipient(
  events: mongo.Collection<Event>,
  { id: environmentId }: Pick<EnvironmentRef, 'id'>,
  subscriberId: string,
  ids: Types.ObjectId[],
): Promise<void> {
  if (ids.length === 0) return;
  await events.updateMany({ _id: { $in: ids }, environmentId }, withoutRecipient(subscriberId));
}

/**
 * Removes the recipient from events whose recipients have no run yet, so that none is created; then everything else
 * that names the subscriber: the actor, exclusions from topics, and problems.
 */
export async function forgetElsewhere(
  events: mongo.Collection<Event>,
  { id: environmentId }: Pick<EnvironmentRef, 'id'>,
  subscriberId: string,
): Promise<void> {
  await events.updateMany(
    { sweepAt: { $gte: EVER }, environmentId, 'recipients.profile.subscriberId': subscriberId },
    withoutRecipient(subscriberId),
  );
  await events.updateMany({ 'actor.subscriberId': subscriberId, environmentId }, { $unset: { actor: '' } });
  await events.updateMany(
    { 'recipients.exclude': subscriberId, environmentId },
    { $pull: { 'recipients.$[topic].exclude': subscriberId } },
    { arrayFilters: [{ 'topic.kind': 'topic' }] },
  );
  await events.updateMany(
    { 'problems.subscriberId': subscriberId, environmentId },
    { $pull: { problems: { subscriberId } } },
  );
}

function withoutRecipient(subscriberId: string): mongo.UpdateFilter<Event> {
  return { $pull: { recipients: { 'profile.subscriberId': subscriberId } } } as mongo.UpdateFilter<Event>;
}
