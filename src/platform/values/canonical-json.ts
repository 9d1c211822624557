import { isObject } from './is-object.js';
import { UnreadJson } from './unread-json.js';

/**
 * The canonical JSON of a value: no white space, members ordered by name (by UTF-16 code units, as in RFC 8785), so that
 * equal values have the same text. Empty for undefined.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value instanceof UnreadJson) return canonicalJson(value.read());
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  // Not by sorting into a new object, which would still list numeric names first.
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

/** The same text in consecutive parts: one for each member of an object, and for each item of lists among them. */
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
