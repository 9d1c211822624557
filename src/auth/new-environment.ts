import { randomBytes } from 'node:crypto';
import type { Types } from 'mongoose';
import type { SecretBox } from '../platform/crypto/secret-box.js';
import { hashApiKey } from './api-key.js';
import type { ApiKey } from './environment.schema.js';

/** A new public name for an environment, as inbox widgets send it: twelve characters of base64url. */
export function newIdentifier(): string {
  return randomBytes(9).toString('base64url');
}

/** An API key as its environment stores it. */
export function sealApiKey(box: SecretBox, key: string, environmentId: Types.ObjectId, userId: Types.ObjectId): ApiKey {
  return { sealedKey: box.seal(key, environmentId.toHexString()), hash: hashApiKey(key), userId };
}
