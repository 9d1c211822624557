import type { PipelineStage, Types, UpdateQuery } from 'mongoose';
import type { ApiKey, Environment } from './environment.schema.js';

/** Keys an environment may have at a time, those included that still work for a while after they were renewed. */
export const MAX_API_KEYS = 50;

/** An environment that has room for one more key. */
export function withRoom(_id: Types.ObjectId): { _id: Types.ObjectId } & Record<string, unknown> {
  return { _id, [`apiKeys.${MAX_API_KEYS - 1}`]: { $exists: false } };
}

/** One more key. */
export function addKey(key: ApiKey): UpdateQuery<Environment> {
  return { $push: { apiKeys: key } };
}

/**
 * The key with this hash works until `until`, or not any more when that is now; those that have expired go. With
 * `successor`, that one comes last. One update, so that of several at once none undoes another.
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
  return [{ $set: { apiKeys: successor ? { $concatArrays: [live, [successor]] } : live, updatedAt: now } }];
}

const FOREVER = new Date(8.64e15);
