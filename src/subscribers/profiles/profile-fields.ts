import { isZoneName } from '#libs/schedule/zones/time-zone.js';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { isMailAddress } from '../subscriber-limits.js';
import { type FieldReading, readPhoneNumber } from './phone-numbers.js';

/** Fields of a subscriber that are texts. */
export type TextField = 'firstName' | 'lastName' | 'email' | 'phone' | 'avatar' | 'locale' | 'timezone';

/** The most characters of a field. */
export const MAX_LENGTHS: Readonly<Record<TextField, number>> = {
  firstName: 255,
  lastName: 255,
  email: 512,
  phone: 64,
  avatar: 2048,
  locale: 64,
  timezone: 64,
};

const asItIs = (text: string): FieldReading => ({ value: text });

const only =
  (isRight: (text: string) => boolean, problem: string) =>
  (text: string): FieldReading =>
    isRight(text) ? { value: text } : { problem };

/** The rule of each field. It is the same at every door: API, bulk, trigger, session, import (behaviour R19). */
const RULES: Readonly<Record<TextField, (text: string) => FieldReading>> = {
  firstName: asItIs,
  lastName: asItIs,
  email: only(isMailAddress, 'must be one email address, as in ada@example.com'),
  phone: readPhoneNumber,
  avatar: asItIs,
  locale: only((text) => canonicalLocale(text) !== undefined, 'must be a locale such as en or en_US'),
  timezone: only(isZoneName, 'must be an IANA time zone such as Europe/Berlin'),
};

/** Reads a text for a field. An empty one is stored as it is: the field has no value. */
export function readTextField(field: TextField, value: unknown): FieldReading {
  if (typeof value !== 'string') return { problem: 'must be a string' };
  if (value.length > MAX_LENGTHS[field])
    return { problem: `must be shorter than or equal to ${MAX_LENGTHS[field]} characters` };
  return value === '' ? { value } : RULES[field](value);
}
