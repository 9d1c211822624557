import type { Context } from 'liquidjs';
import { workOf } from '../liquid/bounded-context.js';
import type { FilterCall } from '../liquid/bounded-filters.js';
import { printValue } from '../liquid/print-value.js';

type Key = string | number | boolean | bigint | undefined;

/**
 * `sort` and `sort_natural` that work out the key of each entry once. The library's compare whole entries again and
 * again, turning lists to text and texts to lower case each time, which takes minutes for a well-chosen list.
 */
export const sortFilters = {
  *sort(this: FilterCall, list: unknown, property?: unknown): Generator<unknown, unknown[], unknown> {
    return (yield* keyed(this.context, list, property, plainKey)).sort(byKey).map(({ entry }) => entry);
  },

  *sort_natural(this: FilterCall, list: unknown, property?: unknown): Generator<unknown, unknown[], unknown> {
    return (yield* keyed(this.context, list, property, naturalKey)).sort(byKey).map(({ entry }) => entry);
  },
};

interface Keyed {
  entry: unknown;
  key: Key;
}

function* keyed(
  context: Context,
  list: unknown,
  property: unknown,
  keyOf: (value: unknown) => Key,
): Generator<unknown, Keyed[], unknown> {
  const entries: unknown[] = Array.isArray(list) ? list : list === undefined || list === null ? [] : [list];
  const path = printValue(property, Infinity).split('.').filter(Boolean);
  const result: Keyed[] = [];
  workOf(context).use(entries.length);
  for (const entry of entries) {
    const value: unknown = path.length > 0 ? yield context._getFromScope(entry, path, false) : entry;
    result.push({ entry, key: keyOf(value) });
  }
  return result;
}

function plainKey(value: unknown): Key {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value;
    default:
      return value === undefined || value === null ? undefined : printValue(value, Infinity);
  }
}

function naturalKey(value: unknown): Key {
  return value === undefined || value === null ? undefined : printValue(value, Infinity).toLowerCase();
}

/** Ascending; entries without a key come last, in their order. */
function byKey({ key: left }: Keyed, { key: right }: Keyed): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  return left < right ? -1 : Number(left > right);
}
