import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

/**
 * An id that follows from its origin and a key: the same event and subscriber always give the same run, the same
 * run and step the same message. A job that runs twice writes under the same `_id`, and the second write loses
 * (behaviour D7). The time of the origin is kept, so that derived ids sort, and encode as slugs, like others.
 */
export function derivedId(origin: Types.ObjectId, ...key: string[]): Types.ObjectId {
  const digest = createHash('sha256').update(origin.id);
  for (const part of key) digest.update('\0').update(part);
  const bytes = digest.digest().subarray(0, 12);
  bytes.set(origin.id.subarray(0, 4), 0);
  return new Types.ObjectId(bytes);
}
