import { type Model, mongo } from 'mongoose';
import { isWriteConflict } from './outage.js';

/**
 * The driver's collection of a model, for documents with free-form values: mongoose would misinterpret some of their keys
 * (`isMongooseBuffer`, `toBSON`, …). It is also cheaper for bulk writes.
 */
export function rawCollection<T extends mongo.Document>(model: Model<T>): mongo.Collection<T> {
  return model.collection as unknown as mongo.Collection<T>;
}

const DUPLICATE_KEY = 11000;

/** Whether a unique index refused the write: another one was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Returns when every failure of an unordered bulk write was a duplicate key, which means that the document already exists;
 * throws other failures.
 */
export function ignoreDuplicates(error: unknown): void {
  if (error instanceof mongo.MongoBulkWriteError) {
    const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    if (failures.length > 0 && failures.every((failure) => failure.code === DUPLICATE_KEY)) return;
  } else if (isDuplicateKey(error)) return;
  throw error;
}

/** The indexes of the operations of an unordered bulk write that a unique index refused. Throws any other failure. */
export function lostOperations(error: unknown): Set<number> {
  ignoreDuplicates(error);
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  return new Set([error.writeErrors].flat().map(({ index }) => index));
}

/** Operations of several callers that were one bulk write, without those whose index in it is in `lost`. */
export function withoutLost<T>(requests: readonly T[][], lost: ReadonlySet<number>): T[][] {
  let index = 0;
  return requests.map((operations) => operations.filter(() => !lost.has(index++)));
}

/**
 * The indexes of the operations of an unordered bulk write that lost against concurrent writes: a unique index refused
 * them, or the server gave them up ({@link isWriteConflict}). Throws any other failure.
 */
export function lostWrites(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || !failures.every(isLoss)) throw error;
  return new Set(failures.map(({ index }) => index));
}

function isLoss({ code, errmsg }: Pick<mongo.WriteError, 'code' | 'errmsg'>): boolean {
  return code === DUPLICATE_KEY || isWriteConflict({ code, errmsg });
}

/**
 * How often a write is tried that loses against another one with the same key. The second attempt finds the document of the
 * other write; a third is needed only if that is deleted in between.
 */
const MAX_ATTEMPTS = 5;

/** Repeats a write that lost against a concurrent one, such as an upsert whose document is inserted concurrently. */
export async function retryLostWrite<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const lost = isDuplicateKey(error) || (error instanceof mongo.MongoServerError && isWriteConflict(error));
      if (!lost || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
