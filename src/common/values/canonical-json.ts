import { isObject } from './is-object.js';

/**
 * The JSON of a value in which the members of every object are in the order of their names: equal values have equal texts,
 * whatever order a caller's language gives them. Empty for undefined.
 */
export function canonicalJson(value: unknown): string {
  const sorted = (_key: string, part: unknown): unknown =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(byName)) : part;
  return JSON.stringify(value, sorted) ?? '';
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
