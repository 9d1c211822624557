import { isObject } from './is-object.js';

/**
 * The one JSON text of a value: no white space, members in the order of their names (by UTF-16 code units, as RFC 8785
 * has it), so that whoever has the same value has the same text. Empty for undefined.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  // Written out one by one: an object rebuilt in this order would still list names that are numbers first.
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

/** The same text in parts that follow each other: those of the members of an object, and of the items in their lists. */
export function* canonicalParts(value: unknown): Generator<string> {
  if (!isObject(value)) {
    yield canonicalJson(value);
    return;
  }
  let before = '{';
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (Array.isArray(member)) yield* partsOfList(member);
    else yield canonicalJson(member);
  }
  yield before === '{' ? '{}' : '}';
}

function* partsOfList(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const item of list) {
    yield before + canonicalJson(item ?? null);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
