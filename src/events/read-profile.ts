import { kindOf, ValidationException } from '../platform/errors/validation.exception.js';
import { freeFormProblem } from '../platform/validation/decorators.js';
import { nearest } from '../platform/values/nearest.js';
import { isObject } from '../platform/values/is-object.js';
import { readChannels } from '../subscribers/credentials/read-channels.js';
import {
  DATA_RULES,
  isMailAddress,
  MAX_SUBSCRIBER_ID_LENGTH,
  SUBSCRIBER_ID,
} from '../subscribers/subscriber-limits.js';
import type { SentProfile } from '../subscribers/subscriber-profile.js';

const TEXT_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'] as const;
const MAX_TEXT_LENGTH = 2048;

/**
 * Reads a subscriber as a trigger names it, in `to` or as `actor`: an id, or an object with a `subscriberId` and
 * fields to store (behaviour R1, R2, T11). Null counts as absent. Throws a 422 that names what is wrong.
 */
export function readSubscriberProfile(input: unknown, field: string): SentProfile {
  if (typeof input === 'string') return { subscriberId: readSubscriberId(input, field) };
  if (!isObject(input)) {
    throw ValidationException.of(field, `${field} must be a subscriber id or an object with a subscriberId`);
  }
  const profile: SentProfile = { subscriberId: readSubscriberId(input.subscriberId, `${field}.subscriberId`, input) };
  for (const name of TEXT_FIELDS) {
    const value = input[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH) {
      throw ValidationException.of(
        `${field}.${name}`,
        `${name} must be a text of at most ${MAX_TEXT_LENGTH} characters`,
      );
    }
    if (name === 'email' && value !== '' && !isMailAddress(value)) {
      throw ValidationException.of(`${field}.email`, 'email must be one email address, as in ada@example.com');
    }
    profile[name] = value;
  }
  const data = input.data ?? undefined;
  if (data !== undefined) {
    const problem = isObject(data) ? freeFormProblem(data, DATA_RULES) : 'must be an object';
    if (problem !== undefined) throw ValidationException.of(`${field}.data`, `data ${problem}`);
    profile.data = data as Record<string, unknown>;
  }
  const channels = input.channels ?? undefined;
  if (channels !== undefined) profile.channels = readChannels(channels, `${field}.channels`);
  return profile;
}

function readSubscriberId(value: unknown, field: string, given?: object): string {
  if (typeof value !== 'string' || value.length > MAX_SUBSCRIBER_ID_LENGTH || !SUBSCRIBER_ID.test(value)) {
    throw ValidationException.of(
      field,
      `subscriberId must be a text of 1 to ${MAX_SUBSCRIBER_ID_LENGTH} characters without control characters${problemOf(value, given)}`,
    );
  }
  return value;
}

function problemOf(value: unknown, given: object | undefined): string {
  if (typeof value === 'string') return '';
  if (value !== undefined) return `, not ${kindOf(value)}`;
  const instead = nearest('subscriberId', Object.keys(given ?? {})) ?? INSTEAD.find((name) => name in (given ?? {}));
  return `, but is missing${instead === undefined ? '' : `: it was sent as '${instead}'`}`;
}

/** What callers call the id by mistake. */
const INSTEAD = ['id', '_id', 'userId', 'externalId', 'subscriber'];
