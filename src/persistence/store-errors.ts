import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11000;

/** A unique index refused the write: somebody else was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Resolves when every failure of an unordered bulk write was a duplicate key, which means that the document is
 * already there; other failures are thrown.
 */
export function ignoreDuplicates(error: unknown): void {
  if (error instanceof mongo.MongoBulkWriteError) {
    const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    if (failures.length > 0 && failures.every((failure) => failure.code === DUPLICATE_KEY)) return;
  } else if (isDuplicateKey(error)) return;
  throw error;
}

/** The store cannot be reached or did not answer in time; the same request may succeed later. */
export function isStoreOutage(error: unknown): boolean {
  return error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError;
}
