import type { QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { Subscriber } from './subscriber.schema.js';

/** Parts of texts to look for; an empty one is no filter. */
export interface SubscriberSearch {
  email?: string;
  name?: string;
  phone?: string;
  subscriberId?: string;
}

/** The environment's subscribers that hold all these texts, in exactly this spelling. */
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

/** Who is meant: all that is given must fit. */
export interface PeopleSearch {
  subscriberIds?: string[];
  /** Whole addresses. */
  emails?: string[];
  /** A part of the id, the email address, the phone number, or the name. */
  text?: string;
}

/** The environment's subscribers that are meant. */
export function peopleFilter(
  environment: Pick<EnvironmentRef, 'id'>,
  { subscriberIds, emails, text }: PeopleSearch,
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

// "First Last" contains every part of either name, and what goes across both.
function fullNameContains(text: string): Record<string, unknown> {
  const fullName = { $concat: [{ $ifNull: ['$firstName', ''] }, ' ', { $ifNull: ['$lastName', ''] }] };
  return { $gte: [{ $indexOfCP: [fullName, { $literal: text }] }, 0] };
}
