import { isObject } from '../../../platform/values/is-object.js';

type Scalar = string | number | boolean | null;

/** Where a value lies in `data`, and lists of values of each of which it must be one. */
interface Entry {
  path: string[];
  groups: Scalar[][];
}

/** Longest filter, as JSON. */
const MAX_CHARACTERS = 2048;
/** Levels of `data` a filter reaches. */
const DEPTH = 2;

/**
 * The store's conditions for a filter on `data`: an object, or its JSON text. By key it asks for one value, one of a
 * list, `{or: […]}` or `{and: [{or: […]}, …]}`, or the same for the keys of a nested object. Undefined when it is none.
 * A list in `data` has a value when it is one of its elements.
 */
export function dataConditions(filter: unknown): Record<string, unknown>[] | undefined {
  const wanted = typeof filter === 'string' ? parseJson(filter) : filter;
  const entries = isObject(wanted) && isShort(filter) ? entriesOf(wanted, []) : undefined;
  return entries?.flatMap(({ path, groups }) =>
    // Null is a value of its own here; to the store it would also be that of data which is not there.
    groups.map((group) => ({ [['data', ...path].join('.')]: { $in: group, $exists: true } })),
  );
}

function isShort(filter: unknown): boolean {
  return (typeof filter === 'string' ? filter : JSON.stringify(filter)).length <= MAX_CHARACTERS;
}

function entriesOf(wanted: Record<string, unknown>, above: string[]): Entry[] | undefined {
  const entries: Entry[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const path = [...above, key];
    // A path or an operator would reach beyond the property it names.
    if (key === '' || /[.$\0]/.test(key) || path.length > DEPTH) return undefined;
    const found = isObject(value) && !isChoice(value) ? entriesOf(value, path) : entryOf(path, value);
    if (!found) return undefined;
    entries.push(...found);
  }
  return entries;
}

function entryOf(path: string[], value: unknown): Entry[] | undefined {
  const groups = groupsOf(value);
  if (!groups?.every(isScalarList)) return undefined;
  return [{ path, groups: groups.filter((group) => group.length > 0) }];
}

function groupsOf(value: unknown): unknown[] | undefined {
  if (!isObject(value)) return [Array.isArray(value) ? value : [value]];
  if (Object.keys(value).length !== 1) return undefined;
  if ('or' in value) return [value['or']];
  const { and } = value;
  if (!Array.isArray(and)) return undefined;
  return and.map((group: unknown) => (isObject(group) && Object.keys(group).length === 1 ? group['or'] : undefined));
}

function isChoice(value: Record<string, unknown>): boolean {
  return 'or' in value || 'and' in value;
}

function isScalarList(values: unknown): values is Scalar[] {
  return Array.isArray(values) && values.every((value) => value === null || typeof value !== 'object');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
