import { hash, randomBytes } from 'node:crypto';
import type { PipelineStage, Types, UpdateQuery } from 'mongoose';
import type { SecretBox } from '../platform/crypto/secret-box.js';
import type { ApiKey, Environment } from './environment.schema.js';

/** Keys that an environment may have at a time, including renewed ones that are still valid for a while. */
export const MAX_API_KEYS = 50;

/** A new API key: 32 hexadecimal characters. */
export function generateApiKey(): string {
  return randomBytes(16).toString('hex');
}

/** SHA-256 of a key in hex, by which it is looked up. Keys are long and random, so a plain hash reveals nothing. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

const ID_LENGTH = 24;

/** Public id of a key: the beginning of its hash, which reveals nothing of the key. */
export function keyIdOf({ hash }: Pick<ApiKey, 'hash'>): string {
  return hash.slice(0, ID_LENGTH);
}

/** An API key as its environment stores it. */
export function sealApiKey(box: SecretBox, key: string, environmentId: Types.ObjectId, userId: Types.ObjectId): ApiKey {
  const sealedKey = box.seal(key, environmentId);
  return { sealedKey, hash: hashApiKey(key), userId, reach: 'organization' };
}

/** What is known of a new key besides the key itself. */
type NewKey = Pick<ApiKey, 'userId' | 'name' | 'permissions' | 'reach' | 'accountId' | 'expiresAt' | 'createdAt'>;

/**
 * Makes a key. Only one that may do everything is stored sealed, because it makes proofs and signatures; of others there
 * is only the hash (KP3). Without a `reach` it has that of keys which the server itself makes, the organization.
 */
export function newApiKey(
  box: SecretBox,
  environmentId: Types.ObjectId,
  { userId, name, permissions, reach = 'organization', accountId, expiresAt, createdAt }: NewKey,
): { key: string; stored: ApiKey } {
  const key = generateApiKey();
  const stored: ApiKey = {
    ...(permissions ? { permissions } : { sealedKey: box.seal(key, environmentId) }),
    hash: hashApiKey(key),
    userId,
    reach,
    ...(accountId && { accountId }),
    ...(name !== undefined && { name }),
    ...(expiresAt && { expiresAt }),
    ...(createdAt && { createdAt }),
  };
  return { key, stored };
}

/** Whether a key is valid at this time. */
export function isLive({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt === undefined || expiresAt > now;
}

/** Filter: the environment, if it has room for one more key. */
export function withRoom(_id: Types.ObjectId): { _id: Types.ObjectId } & Record<string, unknown> {
  return { _id, [`apiKeys.${MAX_API_KEYS - 1}`]: { $exists: false } };
}

/** Update: one more key. */
export function addKey(key: ApiKey): UpdateQuery<Environment> {
  return { $push: { apiKeys: key } };
}

const FOREVER = new Date(8.64e15);

/**
 * Update: the key with this hash is valid until `until`, or no longer when that is now; expired keys are removed. A
 * `successor` is appended. A single update, so that concurrent ones do not undo each other.
 */
export function expireKey(hash: string, until: Date, now: Date, successor?: ApiKey): PipelineStage.Set[] {
  const soonest = { $min: [{ $ifNull: ['$$key.expiresAt', until] }, until] };
  const expiring = {
    $map: {
      input: '$apiKeys',
      as: 'key',
      in: {
        $cond: [{ $eq: ['$$key.hash', hash] }, { $mergeObjects: ['$$key', { expiresAt: soonest }] }, '$$key'],
      },
    },
  };
  const live = {
    $filter: {
      input: expiring,
      as: 'key',
      cond: { $gt: [{ $ifNull: ['$$key.expiresAt', FOREVER] }, now] },
    },
  };
  return [
    { $set: { apiKeys: successor ? { $concatArrays: [live, [{ $literal: successor }]] } : live, updatedAt: now } },
  ];
}
