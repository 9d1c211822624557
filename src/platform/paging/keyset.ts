import { Types } from 'mongoose';
import type { Position } from './cursor.js';

/** Which way a list is read from a position: towards greater or towards lesser places. */
export type Way = 'up' | 'down';

export function opposite(way: Way): Way {
  return way === 'up' ? 'down' : 'up';
}

/**
 * The filter for everything that lies from `position` on in one direction. The bound on the ordered field alone comes
 * first, so that an index on it is entered at the right place; the choice behind it only sorts out equal values.
 */
export function beyond(
  orderBy: string,
  { id, value }: Position,
  way: Way,
  inclusive: boolean,
): Record<string, unknown> {
  const strict = way === 'up' ? '$gt' : '$lt';
  const orEqual = way === 'up' ? '$gte' : '$lte';
  const idBound = { _id: { [inclusive ? orEqual : strict]: id } };
  if (value === undefined) return idBound;
  return { [orderBy]: { [orEqual]: value }, $or: [{ [orderBy]: { [strict]: value } }, idBound] };
}

const FIRST_ID = new Types.ObjectId('0'.repeat(24));
const LAST_ID = new Types.ObjectId('f'.repeat(24));

/** The place just behind `position` and all that share its value, in the given direction. */
export function justBeyond({ value }: Pick<Position, 'value'>, way: Way): Position {
  return { id: way === 'up' ? LAST_ID : FIRST_ID, ...(value === undefined ? {} : { value }) };
}
