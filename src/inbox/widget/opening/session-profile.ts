import { validateSync } from 'class-validator';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { readPlain } from '../../../platform/validation/read-plain.js';
import { canonicalJson } from '../../../platform/values/canonical-json.js';
import { isObject } from '../../../platform/values/is-object.js';
import { readSubscriberProfile } from '../../../events/read-profile.js';
import { SubscriberFieldsDto } from '../../../subscribers/subscriber-requests.dto.js';
import type { SubscriberProfile } from '../../../subscribers/subscriber-profile.js';

/** A person as a browser describes it. */
export interface SessionProfile {
  profile: SubscriberProfile;
  /** The proof of what others would be harmed by, as it was sent. */
  profileHash?: string;
}

/** Reads whose session is asked for: an id, or an object. Throws a 422 that names what is wrong. */
export function readSessionProfile(input: unknown): SessionProfile {
  const { channels: _channels, ...profile } = readSubscriberProfile(input, 'subscriber');
  const profileHash = isObject(input) ? (input['profileHash'] ?? undefined) : undefined;
  if (profileHash === undefined) return { profile };
  if (typeof profileHash === 'string') return { profile, profileHash };
  throw ValidationException.of('subscriber.profileHash', 'profileHash must be a text');
}

/**
 * The part of a profile that a browser may say without proof: how the person is shown, and where and in which language.
 * With the rest people could have somebody else's mail sent to themselves, or their own to others, or make a condition on
 * `data` decide in their favour (behaviour C9).
 */
export function harmlessFields(profile: SubscriberProfile): SubscriberProfile {
  const { subscriberId, firstName, lastName, avatar, locale, timezone } = profile;
  return {
    subscriberId,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(avatar !== undefined && { avatar }),
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
  };
}

/** The text that `profileHash` is of: the rest, and whose it is. What widgets add by themselves is not in it. */
export function profileText({ subscriberId, email, phone, data }: SubscriberProfile): string {
  return canonicalJson({ subscriberId, email, phone, data });
}

/** Throws a 422 for what is about to be stored and breaks a rule of the API. */
export function assertStorable({ subscriberId: _subscriberId, ...fields }: SubscriberProfile): void {
  const problems = validateSync(readPlain(SubscriberFieldsDto, fields));
  if (problems.length > 0) {
    throw ValidationException.fromTree([{ property: 'subscriber', children: problems }]);
  }
  // Templates may put it into a link.
  if (fields.avatar && !/^https?:\/\/[^\s"'<>]+$/i.test(fields.avatar)) {
    const message = 'avatar must be an address that begins with http:// or https://';
    throw ValidationException.of('subscriber.avatar', message);
  }
}
