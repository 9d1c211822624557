import { isObject } from '../../platform/values/is-object.js';

/**
 * The JSON text of a value with the keys of every object in order: equal for values that mean the same. Members that
 * are undefined do not count, and -0 is 0, as in any JSON.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value)) ?? '';
}

/** Whether two values are the same JSON, in whatever order their keys stand. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** A copy in which the keys of every object are in order. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, member]) => [key, withSortedKeys(member)]));
}
