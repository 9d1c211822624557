import type { Types } from 'mongoose';
import type { SecretBox } from '../../platform/crypto/secret-box.js';

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
