import { mongo } from 'mongoose';

/** The store refused or did not answer. What was to be written may or may not be there; doing it again is safe. */
export function isStoreError(error: unknown): boolean {
  return error instanceof mongo.MongoError;
}
