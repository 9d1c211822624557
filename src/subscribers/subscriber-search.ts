import type { QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../environments/environment-ref.js';
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
