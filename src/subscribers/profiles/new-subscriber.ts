import { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Subscriber, SubscriberChannel } from '../subscriber.schema.js';
import { type ProfileInput, suppliedFields } from './profile-fields.js';

/** A subscriber as it is stored first. */
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
