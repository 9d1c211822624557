import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { canonicalJson } from '../../../platform/values/canonical-json.js';
import { isObject } from '../../../platform/values/is-object.js';
import { readSubscriberProfile } from '../../../events/accept/recipients.js';
import { readTextField, type TextField } from '../../../subscribers/profiles/profile-fields.js';
import type { SubscriberProfile } from '../../../subscribers/profiles/subscriber-profile.js';

/** A subscriber as described by a browser. */
export interface SessionProfile {
  profile: SubscriberProfile;
  /** The fields that need a proof, as they were sent. */
  stated: Pick<SubscriberProfile, 'email' | 'phone' | 'data'>;
  /** The proof of these fields, as it was sent. */
  profileHash?: string;
}

/**
 * The fields of a profile that a browser may set without proof: how the subscriber is shown, time zone and language. With
 * the others a user could redirect another user's messages to themselves, or their own to others, or influence
 * conditions on `data` (behaviour C9).
 */
const HARMLESS = ['firstName', 'lastName', 'avatar', 'locale', 'timezone'] as const satisfies TextField[];

/** Reads the subscriber of a session request: an id, or an object. Throws a 422 that names what is wrong. */
export function readSessionProfile(input: unknown): SessionProfile {
  const { channels: _channels, ...profile } = readSubscriberProfile(withoutUnusable(input), 'subscriber');
  const { email, phone, data, profileHash } = (isObject(input) ? input : {}) as SessionProfile['stated'] & {
    profileHash?: unknown;
  };
  const stated = { email, phone, data };
  if (profileHash === undefined || profileHash === null) return { profile, stated };
  if (typeof profileHash === 'string') return { profile, stated, profileHash };
  throw ValidationException.of('subscriber.profileHash', 'profileHash must be a text');
}

/**
 * A zone or a language that a browser calls in its own way does not keep a person from the inbox: it is left out (C9), and so
 * is an address that is not looked at without its proof.
 */
function withoutUnusable(input: unknown): unknown {
  if (!isObject(input)) return input;
  const isProven = (input['profileHash'] ?? undefined) !== undefined;
  const left = new Set<string>(isProven ? HARMLESS : [...HARMLESS, 'email', 'phone']);
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => typeof value !== 'string' || !left.has(name) || isUsable(name, value),
    ),
  );
}

function isUsable(name: string, value: string): boolean {
  if ('problem' in readTextField(name as TextField, value)) return false;
  // Templates may use it in a link.
  return name !== 'avatar' || value === '' || /^https?:\/\/[^\s"'<>]+$/i.test(value);
}

/** The profile without the fields that need a proof. */
export function harmlessFields(profile: SubscriberProfile): SubscriberProfile {
  const { subscriberId } = profile;
  const harmless = HARMLESS.flatMap((field) => (profile[field] === undefined ? [] : [[field, profile[field]]]));
  return { subscriberId, ...(Object.fromEntries(harmless) as Partial<SubscriberProfile>) };
}

/** The text that `profileHash` is for: the subscriber id and the other fields. What widgets add by themselves is not in it. */
export function profileText({ profile: { subscriberId }, stated: { email, phone, data } }: SessionProfile): string {
  return canonicalJson({ subscriberId, ...present({ email, phone, data }) });
}

function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
