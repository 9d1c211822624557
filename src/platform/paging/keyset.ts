import { Types } from 'mongoose';
import type { Position } from './cursor.js';

/** Whether a list is read from a position towards greater or towards lesser values. */
export type Direction = 'ascending' | 'descending';

export function opposite(direction: Direction): Direction {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

/**
 * The filter for everything that lies from `position` on in one direction. The bound on the ordered field alone comes
 * first, so that an index on it is entered at the right place; the choice behind it only sorts out equal values.
 */
export function keysetFilter(
  orderBy: string,
  { id, value }: Position,
  direction: Direction,
  inclusive: boolean,
): Record<string, unknown> {
  const strict = direction === 'ascending' ? '$gt' : '$lt';
  const orEqual = direction === 'ascending' ? '$gte' : '$lte';
  const idBound = { _id: { [inclusive ? orEqual : strict]: id } };
  if (value === undefined) return idBound;
  return { [orderBy]: { [orEqual]: value }, $or: [{ [orderBy]: { [strict]: value } }, idBound] };
}

const FIRST_ID = new Types.ObjectId('0'.repeat(24));
const LAST_ID = new Types.ObjectId('f'.repeat(24));

/** The last place of all that share the value of `position`, in the given direction. */
export function lastOfValue({ value }: Pick<Position, 'value'>, direction: Direction): Position {
  return { id: direction === 'ascending' ? LAST_ID : FIRST_ID, ...(value === undefined ? {} : { value }) };
}
