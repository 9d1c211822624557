import { ValidationException } from '../common/errors/validation.exception.js';
import { isObject } from '../common/values/is-object.js';
import { MAX_DATA_BYTES } from '../subscribers/dto/subscriber.validators.js';
import { storableObjectProblem } from '../subscribers/storable-object.js';
import type { SubscriberProfile } from '../subscribers/subscriber-profile.js';

const TEXT_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'] as const;
const LONGEST_TEXT = 2048;

/**
 * Reads a subscriber as a trigger names it, in `to` or as `actor`: an id, or an object with a `subscriberId` and
 * fields to store (behaviour R1, R2, T11). Null counts as absent. Throws a 422 that names what is wrong.
 */
export function readSubscriberProfile(input: unknown, field: string): SubscriberProfile {
  if (typeof input === 'string') return { subscriberId: readSubscriberId(input, field) };
  if (!isObject(input)) {
    throw ValidationException.of(field, `${field} must be a subscriber id or an object with a subscriberId`);
  }
  const profile: SubscriberProfile = { subscriberId: readSubscriberId(input.subscriberId, `${field}.subscriberId`) };
  for (const name of TEXT_FIELDS) {
    const value = input[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value !== 'string' || value.length > LONGEST_TEXT) {
      throw ValidationException.of(`${field}.${name}`, `${name} must be a text of at most ${LONGEST_TEXT} characters`);
    }
    profile[name] = value;
  }
  const data = input.data ?? undefined;
  if (data !== undefined) {
    const problem = storableObjectProblem(data, MAX_DATA_BYTES);
    if (problem !== undefined) throw ValidationException.of(`${field}.data`, `data ${problem}`);
    profile.data = data as Record<string, unknown>;
  }
  return profile;
}

function readSubscriberId(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 512) {
    throw ValidationException.of(field, 'subscriberId must be a text of 1 to 512 characters');
  }
  return value;
}
