import { isObject } from '../../../platform/values/is-object.js';

/** One of several tags, or one of each of several groups. */
export type TagFilter = string[] | string[][] | { or: string[] } | { and: { or: string[] }[] };

/** Tags in a whole filter. */
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 512;

/**
 * The groups of a tag filter, of each of which a notification must have a tag; none when it asks for nothing. Undefined
 * when it is no tag filter.
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
  // The official client empties the object.
  if (form === undefined) return [];
  if (others.length > 0) return undefined;
  if (form === 'or') return [value];
  if (form !== 'and' || !Array.isArray(value)) return undefined;
  return value.map((group: unknown) => (isObject(group) && Object.keys(group).length === 1 ? group['or'] : undefined));
}

function isTagList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === 'string' && tag.length <= MAX_TAG_LENGTH);
}
