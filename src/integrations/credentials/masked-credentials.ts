import type { Types } from 'mongoose';
import { DESTINATIONS, isSecretKey } from '#libs/providers/kit/account/credential-keys.js';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { type SecretBox, SecretBoxError } from '../../platform/crypto/secret-box.js';
import { type Credentials, MASK } from './read-credentials.js';
import { openCredentials, type SealedCredentials } from './sealed-credentials.js';

/** What may be shown of the credentials of an integration: those that are no secrets, and which secrets there are. */
export function maskCredentials(box: SecretBox, id: Types.ObjectId, sealed: SealedCredentials): Credentials {
  return Object.fromEntries(
    Object.keys(sealed).map((key) => [key, isSecretKey(key) ? MASK : (storedValue(box, id, sealed, key) ?? MASK)]),
  );
}

/**
 * Throws 422 when the credentials of a request send the account to another server while it keeps secrets that are stored:
 * whoever may change an integration may not learn them by that (behaviour G13).
 */
export function assertSecretsGivenAgain(
  box: SecretBox,
  id: Types.ObjectId,
  stored: SealedCredentials,
  given: Credentials,
): void {
  const moved = Object.entries(given).flatMap(([key, value]) =>
    DESTINATIONS.includes(key) && value !== (storedValue(box, id, stored, key) ?? '') ? [key] : [],
  );
  if (moved.length === 0) return;
  const kept = Object.keys(stored).filter(
    (key) => isSecretKey(key) && !DESTINATIONS.includes(key) && !Object.hasOwn(given, key),
  );
  if (kept.length === 0) return;
  const because = `must be given again: ${moved.join(', ')} ${moved.length > 1 ? 'say' : 'says'} where it is sent, and would change`;
  const violations: FieldViolations = Object.fromEntries(
    kept.map((key) => [`credentials.${key}`, { messages: [`${key} ${because}`] }]),
  );
  throw new ValidationException(violations, `${kept.join(', ')} ${because}`);
}

/** Undefined when there is none, or one that another `SECRET_KEY` has encrypted. */
function storedValue(
  box: SecretBox,
  id: Types.ObjectId,
  sealed: SealedCredentials,
  key: string,
): Credentials[keyof Credentials] {
  const value = sealed[key];
  if (value === undefined) return undefined;
  try {
    return (openCredentials(box, id, { [key]: value }) as Record<string, Credentials[keyof Credentials]>)[key];
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
