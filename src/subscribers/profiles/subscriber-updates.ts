import { type mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Subscriber } from '../subscriber.schema.js';
import { clearedFields, type ProfileInput, suppliedFields } from './profile-fields.js';

/** Sets the fields that have a value and clears those that are null. */
export function fieldsUpdate(input: ProfileInput, now: Date): mongo.UpdateFilter<Subscriber> {
  const cleared = clearedFields(input);
  return {
    $set: { ...suppliedFields(input), updatedAt: now },
    ...(cleared.length > 0 && { $unset: Object.fromEntries(cleared.map((field) => [field, ''])) }),
  };
}

/** The same, and everything else that a subscriber needs who is stored for the first time. */
export function upsertUpdate(
  environment: EnvironmentRef,
  input: ProfileInput,
  now: Date,
): mongo.UpdateFilter<Subscriber> {
  // The id is made here, not by the store, so that ids follow the order of creation within one process.
  const created = { _id: new Types.ObjectId(), organizationId: environment.organizationId, createdAt: now };
  return { ...fieldsUpdate(input, now), $setOnInsert: { ...created, channels: [], __v: 0 } };
}
