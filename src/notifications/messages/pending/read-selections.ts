import type { Model, Types } from 'mongoose';
import { IdMap } from '../../../platform/ids.js';
import { withChange } from '../message-levels.js';
import type { Message } from '../message.schema.js';
import { isSettled, type Selection } from './selections.js';

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
export const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;

interface Page {
  skip?: number;
  limit: number;
  sort?: typeof NEWEST_FIRST | typeof OLDEST_FIRST;
}

/** The place of a message in a list, and what finds it. */
interface Found {
  _id: Types.ObjectId;
  createdAt: Date;
  selection: Selection;
}

/**
 * A page of what selections find, newest first by default, as the messages are with all changes. One command
 * without pending changes; otherwise one for each selection, and one for the messages of the page.
 */
export async function findSelected(
  messages: Model<Message>,
  selections: readonly Selection[],
  { skip = 0, limit, sort = NEWEST_FIRST }: Page,
): Promise<Message[]> {
  const [first] = selections;
  if (first && selections.length === 1) {
    const found = await messages.find(first.filter, null, optionsOf(first)).sort(sort).skip(skip).limit(limit).lean();
    return found.map((message) => withApplied(message, first));
  }
  const places = new IdMap<Found>();
  for (const selection of selections) {
    const query = messages.find(selection.filter, { createdAt: 1 }, optionsOf(selection)).sort(sort);
    for (const { _id, createdAt } of await query.limit(skip + limit).lean()) {
      places.set(_id, { _id, createdAt, selection });
    }
  }
  const page = [...places.values()].sort((one, other) => sort._id * oldestFirst(one, other)).slice(skip, skip + limit);
  if (page.length === 0) return [];
  const stored = IdMap.of(await messages.find({ _id: { $in: page.map(({ _id }) => _id) } }).lean());
  return page.flatMap(({ _id, selection }) => {
    const message = stored.get(_id);
    return message ? [withApplied(message, selection)] : [];
  });
}

/** How many messages selections find; each of them is counted up to `limit`. */
export async function countSelected(
  messages: Model<Message>,
  selections: readonly Selection[],
  limit?: number,
): Promise<number> {
  let count = 0;
  for (const selection of selections) {
    count += await messages.countDocuments(selection.filter, { ...(limit && { limit }), ...optionsOf(selection) });
  }
  return limit === undefined ? count : Math.min(count, limit);
}

/** The index that a selection is read from. */
export function optionsOf({ hint }: Selection): { hint?: Record<string, 1 | -1> } {
  return hint ? { hint: { ...hint } } : {};
}

function withApplied(message: Message, { applied }: Selection): Message {
  return applied.reduce(
    (changed, one) =>
      one.change === 'delete' || isSettled(message, one) ? changed : withChange(changed, one.change, one.at),
    message,
  );
}

/** Compares as {@link OLDEST_FIRST} sorts. */
export function oldestFirst(one: Pick<Found, '_id' | 'createdAt'>, other: Pick<Found, '_id' | 'createdAt'>): number {
  return (
    one.createdAt.getTime() - other.createdAt.getTime() || (one._id.toHexString() < other._id.toHexString() ? -1 : 1)
  );
}
