import { type FieldViolations, kindOf, ValidationException } from '../../platform/errors/validation.exception.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { isObject } from '../../platform/values/is-object.js';
import {
  CREDENTIAL_KEYS,
  type CredentialKey,
  type CredentialKeySpec,
  isCredentialKey,
  isSecretKey,
} from '#libs/providers/kit/account/credential-keys.js';

/** A service account is a JSON file of some 2,500 characters; nothing is larger. */
const MAX_TEXT_LENGTH = 16_384;

/** What is shown in place of a secret. Sent back it stands for the secret that is stored. */
export const MASK = 'set';

/** An account at a provider. An empty text stands for: there is none. */
export type Credentials = Partial<Record<CredentialKey, string | boolean | Record<string, unknown>>>;

/**
 * The credentials a request brings. Keys that no provider has are dropped, and secrets that are sent back as they are
 * shown; sent back where none is among the keys that are `stored` they are 422, as is a value of the wrong type. The answer
 * names the key and never repeats the value, which may be a secret put in the wrong place.
 */
export function readCredentials(
  request: Readonly<Record<string, unknown>> = {},
  stored: readonly string[] = [],
): Credentials {
  const credentials: Credentials = {};
  const violations: FieldViolations = {};
  for (const [key, sent] of Object.entries(request)) {
    if (!isCredentialKey(key)) continue;
    if (sent === MASK && isSecretKey(key)) {
      if (!stored.includes(key)) violations[`credentials.${key}`] = { messages: [nothingStored(key)] };
      continue;
    }
    const value = asWritten(key, sent);
    const problem = problemOf(CREDENTIAL_KEYS[key], value);
    if (problem !== undefined) violations[`credentials.${key}`] = { messages: [`${key} ${problem}`] };
    else credentials[key] = value as Credentials[CredentialKey];
  }
  if (Object.keys(violations).length > 0) throw new ValidationException(violations);
  return credentials;
}

function nothingStored(key: string): string {
  return `${key} must be the secret itself: the text "${MASK}" stands for a stored one, and none is stored`;
}

/** A port is written as a number as often as a text, and a flag as a text by those who have it from a variable. */
function asWritten(key: CredentialKey, value: unknown): unknown {
  if (key === 'port' && Number.isInteger(value)) return String(value);
  if (CREDENTIAL_KEYS[key].type !== 'flag') return value;
  return value === 'true' ? true : value === 'false' ? false : value;
}

function problemOf({ type }: CredentialKeySpec, value: unknown): string | undefined {
  switch (type) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : `must be a boolean value, not ${kindOf(value)}`;
    case 'object':
      return isObject(value)
        ? freeFormProblem(value, { maxBytes: MAX_TEXT_LENGTH })
        : `must be an object, not ${kindOf(value)}`;
    case 'text':
      if (typeof value !== 'string') return `must be a string, not ${kindOf(value)}`;
      return value.length > MAX_TEXT_LENGTH
        ? `must be shorter than or equal to ${MAX_TEXT_LENGTH} characters`
        : undefined;
    default:
      return typeof value === 'string' && type.includes(value) ? undefined : `must be one of ${type.join(', ')}`;
  }
}
