import { mongo, type Types } from 'mongoose';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { ignoreDuplicates } from '../../persistence/store-errors.js';
import type { SubscriberProfile } from '../subscriber-profile.js';
import type { Subscriber } from '../subscriber.schema.js';
import { newSubscriber } from './new-subscriber.js';
import { changedFields } from './profile-fields.js';

/** A write that makes what is stored agree with a profile. */
export interface ProfileWrite {
  profile: SubscriberProfile;
  operation: mongo.AnyBulkWriteOperation;
  /** The subscriber as it stands after the write. */
  outcome: Subscriber;
}

/** The write that `profile` asks for, or undefined when it changes nothing (behaviour R1 to R3). */
export function planWrite(
  environment: EnvironmentRef,
  profile: SubscriberProfile,
  stored: Subscriber | undefined,
  now: Date,
): ProfileWrite | undefined {
  if (!stored) {
    const outcome = newSubscriber(environment, profile, now);
    return { profile, outcome, operation: { insertOne: { document: outcome } } };
  }
  const changes = changedFields(stored, profile);
  if (!changes) return undefined;
  const set = { ...changes, updatedAt: now };
  const filter: { _id: Types.ObjectId } = { _id: stored._id };
  return {
    profile,
    outcome: Object.assign({}, stored, set),
    operation: { updateOne: { filter, update: { $set: set } } },
  };
}

/** Which operations of an unordered bulk write lost against a unique index. Any other failure is thrown. */
export function lostOperations(error: unknown): Set<number> {
  ignoreDuplicates(error);
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  return new Set([error.writeErrors].flat().map(({ index }) => index));
}
