import { isDeepStrictEqual } from 'node:util';
import type { SubscriberProfile } from '../subscriber-profile.js';
import type { Subscriber } from '../subscriber.schema.js';

const PROFILE_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data'] as const;

type ProfileField = (typeof PROFILE_FIELDS)[number];

/** The fields of a subscriber that its owner's application sets. */
export type ProfileFields = Pick<Subscriber, ProfileField>;

/** Fields as a request brings them: absent, null, or a value. */
export type ProfileInput = { [Field in ProfileField]?: Subscriber[Field] | null };

/** The fields that hold a value. */
export function suppliedFields(input: ProfileInput): ProfileFields {
  const entries = PROFILE_FIELDS.map((field) => [field, input[field] ?? undefined] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The names of the fields that are null, which clears them where null is allowed. */
export function clearedFields(input: ProfileInput): ProfileField[] {
  return PROFILE_FIELDS.filter((field) => input[field] === null);
}

/** Whether there is anything to set or to clear. */
export function hasFields(input: ProfileInput): boolean {
  return PROFILE_FIELDS.some((field) => input[field] !== undefined);
}

/** The supplied fields that differ from what is stored; undefined when none does (behaviour R1, R3). */
export function changedFields(stored: ProfileFields, input: ProfileInput): ProfileFields | undefined {
  const supplied = Object.entries(suppliedFields(input));
  const changed = supplied.filter(([field, value]) => !isDeepStrictEqual(value, stored[field as ProfileField]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** One profile per id: the last with fields wins as a whole, and a bare id takes nothing from it (behaviour R5). */
export function mergeProfiles(profiles: SubscriberProfile[]): SubscriberProfile[] {
  const merged = new Map<string, SubscriberProfile>();
  for (const profile of profiles) {
    if (!merged.has(profile.subscriberId) || !isBare(profile)) merged.set(profile.subscriberId, profile);
  }
  return [...merged.values()];
}

function isBare(profile: SubscriberProfile): boolean {
  return Object.keys(suppliedFields(profile)).length === 0 && !profile.channels;
}
