import type { JWTPayload } from 'jose';
import { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';

/** For whom a session is opened. */
export interface SessionOwner {
  environmentId: Types.ObjectId;
  organizationId: Types.ObjectId;
  subscriber: Pick<Subscriber, '_id' | 'subscriberId' | 'firstName' | 'lastName' | 'email'>;
  /** `type:id` of each context of the session, in any order; none is a scope of its own (behaviour C6). */
  contextKeys: readonly string[];
}

/** What a session token says, and its signature vouches for. Whether all of it still exists, it cannot know. */
export interface SessionClaims {
  readonly environment: EnvironmentRef;
  /** Internal id of the subscriber. */
  readonly subscriberInternalId: Types.ObjectId;
  /** The caller's own id of the subscriber. */
  readonly subscriberId: string;
  /** Sorted. The session sees what carries exactly these contexts. */
  readonly contextKeys: readonly string[];
}

/** The claims under the names that inbox widgets know. */
export function toPayload({ environmentId, organizationId, subscriber, contextKeys }: SessionOwner): JWTPayload {
  const { _id, subscriberId, firstName, lastName, email } = subscriber;
  return {
    _id: _id.toHexString(),
    subscriberId,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    environmentId: environmentId.toHexString(),
    organizationId: organizationId.toHexString(),
    contextKeys: [...contextKeys].sort(),
  };
}

/** The claims of a payload; undefined when one of them is missing or has another form. */
export function readPayload(payload: JWTPayload): SessionClaims | undefined {
  const subscriberInternalId = objectId(payload['_id']);
  const environmentId = objectId(payload['environmentId']);
  const organizationId = objectId(payload['organizationId']);
  const { subscriberId, contextKeys } = payload;
  if (!subscriberInternalId || !environmentId || !organizationId) return undefined;
  if (typeof subscriberId !== 'string' || !isTexts(contextKeys)) return undefined;
  return { environment: { id: environmentId, organizationId }, subscriberInternalId, subscriberId, contextKeys };
}

function objectId(value: unknown): Types.ObjectId | undefined {
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? new Types.ObjectId(value) : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
