import { groupBy } from './group-by.js';

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
