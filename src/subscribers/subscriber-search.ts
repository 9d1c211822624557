import type { QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { Subscriber } from './subscriber.schema.js';

/** Texts that fields must contain; an empty one is no filter. */
export interface SubscriberSearch {
  email?: string;
  name?: string;
  phone?: string;
  subscriberId?: string;
}

/** Selects the environment's subscribers whose fields contain all these texts; case-sensitive. */
export function searchFilter(
  environment: Pick<EnvironmentRef, 'id'>,
  { email, name, phone, subscriberId }: SubscriberSearch,
): QueryFilter<Subscriber> {
  return {
    environmentId: environment.id,
    ...(email && { email: containing(email) }),
    ...(phone && { phone: containing(phone) }),
    ...(subscriberId && { subscriberId: containing(subscriberId) }),
    ...(name && { $expr: fullNameContains(name) }),
  };
}

/** Which subscribers to find; all given conditions must match. */
export interface SubscriberMatch {
  subscriberIds?: string[];
  /** Complete addresses. */
  emails?: string[];
  /** A part of the id, the email address, the phone number, or the name. */
  text?: string;
}

/** Selects the environment's subscribers that match. */
export function matchFilter(
  environment: Pick<EnvironmentRef, 'id'>,
  { subscriberIds, emails, text }: SubscriberMatch,
): QueryFilter<Subscriber> {
  return {
    environmentId: environment.id,
    ...(subscriberIds && { subscriberId: { $in: subscriberIds } }),
    ...(emails && { email: { $in: emails } }),
    ...(text && {
      $or: [
        ...['subscriberId', 'email', 'phone'].map((field) => ({ [field]: containing(text) })),
        { $expr: fullNameContains(text) },
      ],
    }),
  };
}

function containing(text: string): { $regex: string } {
  return { $regex: escapePattern(text) };
}

/** A regular expression that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}

// "First Last" contains every part of either name, and parts that span both.
function fullNameContains(text: string): Record<string, unknown> {
  const fullName = { $concat: [{ $ifNull: ['$firstName', ''] }, ' ', { $ifNull: ['$lastName', ''] }] };
  return { $gte: [{ $indexOfCP: [fullName, { $literal: text }] }, 0] };
}
