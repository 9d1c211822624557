import { isDeepStrictEqual } from 'node:util';
import { type mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { type ContextEntry, contextKey } from './trigger-context.js';
import type { Context } from './context.schema.js';

/** A context as it is stored first. */
export function newContext(
  environment: EnvironmentRef,
  [type, { id, data = {} }]: [string, ContextEntry],
  at: Date,
): Context {
  return {
    _id: new Types.ObjectId(),
    environmentId: environment.id,
    organizationId: environment.organizationId,
    type,
    contextId: id,
    key: contextKey(type, id),
    data,
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * The write that a trigger accepted at `at` asks for, or undefined when nothing changes (behaviour C3, C4): an unknown
 * context is created, data replaces what is stored, and a bare id changes nothing. Data of a later trigger stays,
 * whichever of the two is delivered first.
 */
export function planContextWrite(
  environment: EnvironmentRef,
  [type, { id, data }]: [string, ContextEntry],
  stored: Context | undefined,
  at: Date,
): mongo.AnyBulkWriteOperation<Context> | undefined {
  if (!stored) return { insertOne: { document: newContext(environment, [type, { id, data }], at) } };
  if (data === undefined || stored.updatedAt > at || isDeepStrictEqual(stored.data, data)) return undefined;
  return {
    updateOne: { filter: { _id: stored._id, updatedAt: { $lte: at } }, update: { $set: { data, updatedAt: at } } },
  };
}
