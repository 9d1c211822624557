import { validateSync } from 'class-validator';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { readPlain } from '../../../platform/validation/request.pipe.js';
import { canonicalJson } from '../../../platform/values/canonical-json.js';
import { isObject } from '../../../platform/values/is-object.js';
import { readSubscriberProfile } from '../../../events/accept/recipients.js';
import { SubscriberFieldsDto } from '../../../subscribers/subscriber-requests.dto.js';
import type { SubscriberProfile } from '../../../subscribers/profiles/subscriber-profile.js';

/** A subscriber as described by a browser. */
export interface SessionProfile {
  profile: SubscriberProfile;
  /** The proof of the fields that need one, as it was sent. */
  profileHash?: string;
}

/** Reads the subscriber of a session request: an id, or an object. Throws a 422 that names what is wrong. */
export function readSessionProfile(input: unknown): SessionProfile {
  const { channels: _channels, ...profile } = readSubscriberProfile(input, 'subscriber');
  const profileHash = isObject(input) ? (input['profileHash'] ?? undefined) : undefined;
  if (profileHash === undefined) return { profile };
  if (typeof profileHash === 'string') return { profile, profileHash };
  throw ValidationException.of('subscriber.profileHash', 'profileHash must be a text');
}

/**
 * The fields of a profile that a browser may set without proof: how the subscriber is shown, time zone and language. With
 * the others a user could redirect another user's messages to themselves, or their own to others, or influence
 * conditions on `data` (behaviour C9).
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

/** The text that `profileHash` is for: the subscriber id and the other fields. What widgets add by themselves is not in it. */
export function profileText({ subscriberId, email, phone, data }: SubscriberProfile): string {
  return canonicalJson({ subscriberId, email, phone, data });
}

/** Throws a 422 for fields that break a rule of the API. */
export function assertStorable({ subscriberId: _subscriberId, ...fields }: SubscriberProfile): void {
  const problems = validateSync(readPlain(SubscriberFieldsDto, fields));
  if (problems.length > 0) {
    throw ValidationException.fromTree([{ property: 'subscriber', children: problems }]);
  }
  // Templates may use it in a link.
  if (fields.avatar && !/^https?:\/\/[^\s"'<>]+$/i.test(fields.avatar)) {
    const message = 'avatar must be an address that begins with http:// or https://';
    throw ValidationException.of('subscriber.avatar', message);
  }
}
