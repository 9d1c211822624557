import { isObject } from '../../platform/values/is-object.js';

type Scalar = string | number | boolean | null;

/** A path in `data`, and groups of values: the value at the path must be in each group. */
interface Entry {
  path: string[];
  groups: Scalar[][];
}

/** Maximum length of a filter on `data`, as JSON. */
const MAX_CHARACTERS = 2048;
/** Maximum depth of a filter on `data`. */
const DEPTH = 2;

/**
 * Returns the store's conditions for a filter on `data`: an object, or its JSON text. Each key requires one value, one of a
 * list, `{or: […]}` or `{and: [{or: […]}, …]}`, or the same for the keys of a nested object. Undefined for an invalid
 * filter. A list in `data` matches a value when the value is one of its elements.
 */
export function dataConditions(filter: unknown): Record<string, unknown>[] | undefined {
  const wanted = typeof filter === 'string' ? parseJson(filter) : filter;
  const entries = isObject(wanted) && isShort(filter) ? entriesOf(wanted, []) : undefined;
  return entries?.flatMap(({ path, groups }) =>
    // Null is a value here; in the store it would also match a missing property.
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
    // A path or an operator would match more than the property of that name.
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

/** Requires one of several tags, or one tag of each of several groups. */
export type TagFilter = string[] | string[][] | { or: string[] } | { and: { or: string[] }[] };

/** Maximum number of tags in a filter. */
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 512;

/**
 * Returns the groups of a tag filter: a notification must have a tag of each group. Empty for an empty filter. Undefined for
 * an invalid one.
 */
export function tagGroups(filter: unknown): string[][] | undefined {
  const groups = readGroups(filter);
  if (!groups?.every(isTagList) || groups.flat().length > MAX_TAGS) return undefined;
  return groups.filter((group) => group.length > 0);
}

function readGroups(filter: unknown): unknown[] | undefined {
  if (Array.isArray(filter)) return filter.some((part) => Array.isArray(part)) ? filter : [filter];
  if (!isObject(filter)) return undefined;
  const [[form, value] = [], ...others] = Object.entries(filter);
  // The official client sends an empty object.
  if (form === undefined) return [];
  if (others.length > 0) return undefined;
  if (form === 'or') return [value];
  if (form !== 'and' || !Array.isArray(value)) return undefined;
  return value.map((group: unknown) => (isObject(group) && Object.keys(group).length === 1 ? group['or'] : undefined));
}

function isTagList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === 'string' && tag.length <= MAX_TAG_LENGTH);
}
