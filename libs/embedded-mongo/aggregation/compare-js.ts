import { fromJs } from '../bson/convert.js';
import { encodeKey } from '../ordering/key-encoding.js';

/**
 * MongoDB's comparison of two decoded values, as aggregation expressions see them; a missing field (undefined) is less
 * than everything else.
 */
export function compareJs(left: unknown, right: unknown): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  return keyOf(left).compare(keyOf(right));
}

/** The order key of a decoded value. */
export function keyOf(value: unknown): Buffer {
  return encodeKey(fromJs(value));
}

function compareNumbers(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
  return left < right ? -1 : left > right ? 1 : 0;
}
