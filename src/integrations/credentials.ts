import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import {
  CREDENTIAL_KEYS,
  type CredentialKey,
  type CredentialKeySpec,
  DESTINATIONS,
  isCredentialKey,
  isSecretKey,
} from '#libs/providers/kit/account.js';
import { type SecretBox, SecretBoxError } from '../platform/crypto/secret-box.js';
import { type FieldViolations, kindOf, ValidationException } from '../platform/errors/validation.exception.js';
import { freeFormProblem } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';
import { nearest } from '../platform/values/nearest.js';
import type { SmsKeywords } from './sms-keywords.js';

/** The largest credential is a service account, a JSON file of some 2,500 characters. */
const MAX_TEXT_LENGTH = 16_384;

/** Shown in place of a secret. A request that contains it keeps the stored secret. */
const MASK = 'set';

/** An account at a provider. An empty text removes the credential. */
export type Credentials = Partial<Record<CredentialKey, string | boolean | Record<string, unknown>>>;

/**
 * Credentials as they are stored (behaviour G10). Each value is encrypted separately, under its key, so that two
 * requests that change different keys do not overwrite each other.
 */
export type SealedCredentials = Record<string, string>;

/** Settings of an integration other than its account; members that are not named here are kept as sent. */
export interface Configurations extends Record<string, unknown> {
  inboundWebhookEnabled?: boolean;
  inboundWebhookSigningKey?: string;
  trackOpens?: boolean;
  trackClicks?: boolean;
  smsKeywords?: SmsKeywords;
}

/**
 * Reads the credentials of a request. Drops keys that no provider has, and masked secrets. Throws 422 for a masked
 * secret whose key is not among the `stored` ones, and for a value of the wrong type. The error names the key but never
 * repeats the value, which may be a secret in the wrong place.
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
    const problem = value === '' ? undefined : problemOf(CREDENTIAL_KEYS[key], value);
    if (problem !== undefined) violations[`credentials.${key}`] = { messages: [`${key} ${problem}`] };
    else credentials[key] = value as Credentials[CredentialKey];
  }
  if (Object.keys(violations).length > 0) throw new ValidationException(violations);
  return credentials;
}

function nothingStored(key: string): string {
  return `${key} must be the secret itself: the text "${MASK}" stands for a stored one, and none is stored`;
}

/** Ports are often sent as numbers, and flags as texts when they come from a variable. */
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

/** Encrypts credentials. Empty texts are left out. */
export function sealCredentials(box: SecretBox, id: Types.ObjectId, credentials: Credentials): SealedCredentials {
  return Object.fromEntries(
    Object.entries(credentials)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [key, sealJson(box, id, fieldOf(key), value)]),
  );
}

/** Decrypts the credentials of an integration, for calls to its provider. */
export function openCredentials(box: SecretBox, id: Types.ObjectId, sealed: SealedCredentials): Credentials {
  return Object.fromEntries(
    Object.entries(sealed).map(([key, value]) => [key, openJson(box, id, fieldOf(key), value)]),
  ) as Credentials;
}

function fieldOf(key: string): string {
  return `credentials.${key}`;
}

/** Members of configurations that are not secret. Members of any other name are kept as sent, and may be. */
const OPEN_CONFIGURATIONS: readonly string[] = [
  'inboundWebhookEnabled',
  'payloadSchema',
  'smsKeywords',
  'trackClicks',
  'trackOpens',
];

/** The configurations for a response: who may not see secrets gets the mask for members that may be. */
export function shownConfigurations(
  all: Record<string, unknown> | undefined,
  maySeeSecrets: boolean,
): Record<string, unknown> | undefined {
  if (!all || maySeeSecrets) return all;
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, OPEN_CONFIGURATIONS.includes(name) ? value : MASK]),
  );
}

/** The configurations that a request sets, with the stored value for each member that is masked. */
export function withStoredSecrets(
  given: Record<string, unknown>,
  stored: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, value === MASK && !OPEN_CONFIGURATIONS.includes(name) ? stored[name] : value])
      .filter(([, value]) => value !== undefined),
  );
}

/** Decrypts the configurations; undefined when none are set. */
export function openConfigurations(
  box: SecretBox,
  { _id, configurations }: { _id: Types.ObjectId; configurations?: string },
): Configurations | undefined {
  return configurations === undefined
    ? undefined
    : (openJson(box, _id, 'configurations', configurations) as Configurations);
}

export function sealConfigurations(box: SecretBox, id: Types.ObjectId, configurations: Configurations): string {
  return sealJson(box, id, 'configurations', configurations);
}

/** Returns the credentials of an integration with each secret replaced by {@link MASK}. */
export function maskCredentials(box: SecretBox, id: Types.ObjectId, sealed: SealedCredentials): Credentials {
  return Object.fromEntries(
    Object.keys(sealed).map((key) => [key, isSecretKey(key) ? MASK : (storedValue(box, id, sealed, key) ?? MASK)]),
  );
}

/**
 * Throws 422 when the credentials of a request change the server that the account is sent to, but keep stored secrets
 * (behaviour G13). Otherwise callers that may change an integration could learn them.
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
  const because = `must be entered again: ${moved.join(', ')} ${moved.length > 1 ? 'say' : 'says'} where it is sent, and would change`;
  const violations: FieldViolations = Object.fromEntries(
    kept.map((key) => [`credentials.${key}`, { messages: [`${key} ${because}`] }]),
  );
  throw new ValidationException(violations, `${kept.join(', ')} ${because}`);
}

/** Returns undefined when there is no value, or one that was encrypted with another `SECRET_KEY`. */
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

/** Encrypts a value as JSON, bound to the integration and the field it is stored in. */
function sealJson(box: SecretBox, id: Types.ObjectId, field: string, value: unknown): string {
  return box.seal(JSON.stringify(value), settingRecord(id, field));
}

function openJson(box: SecretBox, id: Types.ObjectId, field: string, sealed: string): unknown {
  return JSON.parse(box.open(sealed, settingRecord(id, field)));
}

/** The record that a value is sealed for. */
export function settingRecord(id: Types.ObjectId, field: string): string {
  return `${id}.${field}`;
}

/** What mail programs and providers call some of the keys. */
const OTHER_NAMES: Readonly<Record<string, CredentialKey>> = {
  hostname: 'host',
  server: 'host',
  username: 'user',
  login: 'user',
  pass: 'password',
  key: 'apiKey',
  sender: 'from',
  url: 'baseUrl',
};

/** The key that a caller means who sends a credential by another name. */
export function meantCredential(
  name: string,
  keys: Iterable<string> = Object.keys(CREDENTIAL_KEYS),
): string | undefined {
  const known = [...keys];
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return other !== undefined && known.includes(other) ? other : nearest(name, known);
}

/** The OpenAPI schema of credentials. */
export const CREDENTIALS_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: true,
  properties: Object.fromEntries(
    Object.entries<CredentialKeySpec>(CREDENTIAL_KEYS).map(([key, { type, description }]) => [
      key,
      { ...valueSchema(type), description },
    ]),
  ),
};

type ValueSchema = { type: 'boolean' | 'string'; enum?: string[] } | { type: 'object'; additionalProperties: true };

function valueSchema(type: CredentialKeySpec['type']): ValueSchema {
  switch (type) {
    case 'flag':
      return { type: 'boolean' };
    case 'object':
      return { type: 'object', additionalProperties: true };
    case 'text':
      return { type: 'string' };
    default:
      return { type: 'string', enum: [...type] };
  }
}
