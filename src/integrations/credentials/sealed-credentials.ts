import type { Types } from 'mongoose';
import type { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Credentials } from './read-credentials.js';

/** A value as JSON, encrypted, bound to the integration and the field it is stored in. */
export function sealJson(box: SecretBox, id: Types.ObjectId, field: string, value: unknown): string {
  return box.seal(JSON.stringify(value), settingRecord(id, field));
}

export function openJson(box: SecretBox, id: Types.ObjectId, field: string, sealed: string): unknown {
  return JSON.parse(box.open(sealed, settingRecord(id, field)));
}

/** What a value is sealed for. */
export function settingRecord(id: Types.ObjectId, field: string): string {
  return `${id.toHexString()}.${field}`;
}

/**
 * Credentials as they are stored (behaviour G10): each value encrypted, under its key. One by one, so that two requests
 * that change different keys do not undo each other.
 */
export type SealedCredentials = Record<string, string>;

/** Empty texts are left out. */
export function sealCredentials(box: SecretBox, id: Types.ObjectId, credentials: Credentials): SealedCredentials {
  return Object.fromEntries(
    Object.entries(credentials)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [key, sealJson(box, id, fieldOf(key), value)]),
  );
}

/** The credentials of an integration in the clear, for those that talk to its provider. */
export function openCredentials(box: SecretBox, id: Types.ObjectId, sealed: SealedCredentials): Credentials {
  return Object.fromEntries(
    Object.entries(sealed).map(([key, value]) => [key, openJson(box, id, fieldOf(key), value)]),
  ) as Credentials;
}

function fieldOf(key: string): string {
  return `credentials.${key}`;
}
