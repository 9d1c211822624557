import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../platform/values/is-object.js';

/** Whether `value` has everything that `part` has: objects by their keys, anything else as a whole. */
export function contains(value: unknown, part: unknown): boolean {
  if (!isObject(part)) return isDeepStrictEqual(value, part);
  return (
    isObject(value) &&
    Object.entries(part).every(([key, wanted]) => Object.hasOwn(value, key) && contains(value[key], wanted))
  );
}
