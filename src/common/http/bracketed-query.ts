import { isObject } from '../values/is-object.js';

/** `tags[]`, or `tags[1][]` for a list within a list. */
const BRACKETED = /^([^[\]]+)(?:\[(\d{1,3})\])?\[\]$/;

/**
 * A query whose lists are named as browsers' clients name them, in the form that repeated names have: `tags[]=a` is
 * `tags: ['a']`, and `tags[0][]=a&tags[1][]=b` is `tags: [['a'], ['b']]`.
 */
export function withoutBrackets(query: unknown): unknown {
  if (!isObject(query)) return query;
  const parts = Object.entries(query).map(([name, value]) => ({ name, value, bracketed: BRACKETED.exec(name) }));
  if (!parts.some(({ bracketed }) => bracketed)) return query;
  const plain = new Map<string, unknown>();
  const groups = new Map<string, Map<number, unknown[]>>();
  for (const { name, value, bracketed } of parts) {
    const [, list, index] = bracketed ?? [];
    if (list === undefined) plain.set(name, value);
    else if (index === undefined) plain.set(list, [...toList(plain.get(list)), ...toList(value)]);
    else groups.set(list, (groups.get(list) ?? new Map()).set(Number(index), toList(value)));
  }
  for (const [list, byIndex] of groups) {
    const inOrder = [...byIndex].toSorted(([a], [b]) => a - b);
    plain.set(
      list,
      inOrder.map(([, group]) => group),
    );
  }
  return Object.fromEntries(plain);
}

function toList(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
