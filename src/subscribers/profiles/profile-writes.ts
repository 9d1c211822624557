import { type mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Subscriber, SubscriberChannel } from '../subscriber.schema.js';
import {
  changedFields,
  clearedFields,
  type ProfileInput,
  type SubscriberProfile,
  suppliedFields,
} from './subscriber-profile.js';

/** A write that makes the stored subscriber match a profile. */
export interface ProfileWrite {
  profile: SubscriberProfile;
  operation: mongo.AnyBulkWriteOperation;
  /** The subscriber after the write. */
  outcome: Subscriber;
  /** The write changes nothing if the channels have changed since they were read. */
  guarded: boolean;
}

/** The channels after a profile's credentials were added to these; undefined when there is nothing to add. */
export type AddChannels = (
  profile: SubscriberProfile,
  stored: readonly SubscriberChannel[],
) => SubscriberChannel[] | undefined;

/** The write that `profile` requires, or undefined when it changes nothing (behaviour R1 to R3, R12). */
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

/** A subscriber as it is first stored. */
export function newSubscriber(
  environment: EnvironmentRef,
  profile: ProfileInput & { subscriberId: string },
  now: Date,
  channels: SubscriberChannel[] = [],
): Subscriber {
  return {
    _id: new Types.ObjectId(),
    environmentId: environment.id,
    organizationId: environment.organizationId,
    subscriberId: profile.subscriberId,
    ...suppliedFields(profile),
    channels,
    createdAt: now,
    updatedAt: now,
    __v: 0,
  };
}

/** Sets the fields that have a value and clears those that are null. */
export function fieldsUpdate(input: ProfileInput, now: Date): mongo.UpdateFilter<Subscriber> {
  const cleared = clearedFields(input);
  return {
    $set: { ...suppliedFields(input), updatedAt: now },
    ...(cleared.length > 0 && { $unset: Object.fromEntries(cleared.map((field) => [field, ''])) }),
  };
}

/** The same, plus the other fields of a subscriber that is stored for the first time. */
export function upsertUpdate(
  environment: EnvironmentRef,
  input: ProfileInput,
  now: Date,
): mongo.UpdateFilter<Subscriber> {
  // The id is generated here, not by the store, so that ids follow the order of creation within one process.
  const created = { _id: new Types.ObjectId(), organizationId: environment.organizationId, createdAt: now };
  return { ...fieldsUpdate(input, now), $setOnInsert: { ...created, channels: [], __v: 0 } };
}
