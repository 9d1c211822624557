import { isDeepStrictEqual } from 'node:util';
import type { ChannelInputDto } from '../credentials/channel-credentials.dto.js';
import type { Subscriber, SubscriberChannel } from '../subscriber.schema.js';

const PROFILE_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data'] as const;

type ProfileField = (typeof PROFILE_FIELDS)[number];

/** The fields of a subscriber that the calling application sets. */
type ProfileFields = Pick<Subscriber, ProfileField>;

interface StatedFields extends ProfileFields {
  subscriberId: string;
}

/**
 * What a trigger says about a subscriber: the id and some fields. Absent fields are left unchanged; `data` is replaced as
 * a whole (behaviour R1).
 */
export interface SubscriberProfile extends StatedFields {
  /** Encrypted credentials to add to those of the subscriber (behaviour R12). */
  channels?: SubscriberChannel[];
}

/** A profile as it was sent: its credentials are plain text and may name an integration by its identifier. */
export interface SentProfile extends StatedFields {
  channels?: ChannelInputDto[];
}

/** Fields of a request: absent, null, or a value. */
export type ProfileInput = { [Field in ProfileField]?: Subscriber[Field] | null };

/** The fields that hold a value. */
export function suppliedFields(input: ProfileInput): ProfileFields {
  const entries = PROFILE_FIELDS.map((field) => [field, input[field] ?? undefined] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The names of the fields that are null; null clears a field where it is allowed. */
export function clearedFields(input: ProfileInput): ProfileField[] {
  return PROFILE_FIELDS.filter((field) => input[field] === null);
}

/** Whether there is any field to set or to clear. */
export function hasFields(input: ProfileInput): boolean {
  return PROFILE_FIELDS.some((field) => input[field] !== undefined);
}

/** The supplied fields that differ from what is stored; undefined when none does (behaviour R1, R3). */
export function changedFields(stored: ProfileFields, input: ProfileInput): ProfileFields | undefined {
  const supplied = Object.entries(suppliedFields(input));
  const changed = supplied.filter(([field, value]) => !isDeepStrictEqual(value, stored[field as ProfileField]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** One profile per id: the last one with fields wins as a whole, and a later bare id does not replace it (behaviour R5). */
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
