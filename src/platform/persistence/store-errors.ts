import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11000;
const WRITE_CONFLICT = 112;

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

/** Which operations of an unordered bulk write lost against a unique index. Any other failure is thrown. */
export function lostOperations(error: unknown): Set<number> {
  ignoreDuplicates(error);
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  return new Set([error.writeErrors].flat().map(({ index }) => index));
}

/**
 * Which operations of an unordered bulk write lost against writes of others: a unique index refused them, or the server
 * gave up on one of two writes that waited for each other. MongoDB itself hardly shows the latter; servers that speak
 * its protocol on top of another database do, by a message of that database. Any other failure is thrown.
 */
export function lostWrites(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || !failures.every(isLoss)) throw error;
  return new Set(failures.map(({ index }) => index));
}

function isLoss({ code, errmsg }: Pick<mongo.WriteError, 'code' | 'errmsg'>): boolean {
  return code === DUPLICATE_KEY || code === WRITE_CONFLICT || /\bdeadlock\b/i.test(errmsg ?? '');
}
