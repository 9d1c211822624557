import type { mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { SubscriberProfile } from '../subscriber-profile.js';
import type { Subscriber, SubscriberChannel } from '../subscriber.schema.js';
import { newSubscriber } from './new-subscriber.js';
import { changedFields } from './profile-fields.js';

/** A write that makes what is stored agree with a profile. */
export interface ProfileWrite {
  profile: SubscriberProfile;
  operation: mongo.AnyBulkWriteOperation;
  /** The subscriber as it stands after the write. */
  outcome: Subscriber;
  /** It changes nothing if the channels have changed since they were read. */
  guarded: boolean;
}

/** The channels after a profile's credentials were added to these; undefined when there is nothing to add. */
export type AddChannels = (
  profile: SubscriberProfile,
  stored: readonly SubscriberChannel[],
) => SubscriberChannel[] | undefined;

/** The write that `profile` asks for, or undefined when it changes nothing (behaviour R1 to R3, R12). */
export function planWrite(
  environment: EnvironmentRef,
  profile: SubscriberProfile,
  stored: Subscriber | undefined,
  { now, addChannels }: { now: Date; addChannels: AddChannels },
): ProfileWrite | undefined {
  const channels = addChannels(profile, stored?.channels ?? []);
  if (!stored) {
    const outcome = newSubscriber(environment, profile, now, channels);
    return { profile, outcome, operation: { insertOne: { document: outcome } }, guarded: false };
  }
  const changes = changedFields(stored, profile);
  if (!changes && !channels) return undefined;
  const set = { ...changes, ...(channels && { channels, __v: stored.__v + 1 }), updatedAt: now };
  const filter: { _id: Types.ObjectId; __v?: number } = { _id: stored._id, ...(channels && { __v: stored.__v }) };
  return {
    profile,
    outcome: Object.assign({}, stored, set),
    operation: { updateOne: { filter, update: { $set: set } } },
    guarded: channels !== undefined,
  };
}
