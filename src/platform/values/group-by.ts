import type { Key } from '../ids.js';

/** Groups items by a key, in their order. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => Key): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = String(keyOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The items in their order, at most `size` together. */
export function inBatches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_item, index) => items.slice(index * size, (index + 1) * size));
}

/** At most `limit` of the items: the first of each group, then the second of each, and so on. */
export function inTurns<T>(items: Iterable<T>, groupOf: (item: T) => string, limit: number): T[] {
  const groups = [...groupBy(items, groupOf).values()];
  const taken: T[] = [];
  for (let turn = 0; taken.length < limit; turn++) {
    const next = groups.flatMap((group) => (turn < group.length ? [group[turn]!] : []));
    if (next.length === 0) break;
    taken.push(...next.slice(0, limit - taken.length));
  }
  return taken;
}
