import type { Connection } from 'mongoose';
import { VERSION } from '../../platform/package-root.js';
import { ignoreDuplicates } from '../../platform/persistence/writes.js';
import { assertUsable, raised, toMark } from './data-format.js';

const ID = 'data';

function marks(connection: Connection) {
  return connection.collection<{ _id: string; format: number; oldest: number; version: string }>('dataformat');
}

/** Throws when a later release has brought the store into a form that this one must not use. Changes nothing. */
export async function assertStoreUsable(connection: Connection): Promise<void> {
  assertUsable(toMark(await marks(connection).findOne({ _id: ID })), 'The store');
}

/**
 * As {@link assertStoreUsable}, and notes that this release uses the store: before its first migration, so that no earlier
 * release that starts meanwhile meets data it does not know. Any number of processes may do so at the same time.
 */
export async function markStore(connection: Connection): Promise<void> {
  const collection = marks(connection);
  const found = toMark(await collection.findOne({ _id: ID }));
  assertUsable(found, 'The store');
  const next = raised(found, VERSION);
  if (!next) return;
  const { version, ...numbers } = next;
  await collection
    .updateOne({ _id: ID }, { $max: numbers, $set: { version } }, { upsert: true })
    // Another process has inserted it, which may be one of a later release.
    .catch((error: unknown) => {
      ignoreDuplicates(error);
      return markStore(connection);
    });
}
