import { isRecord } from '../size-of-value.js';

type Content = Readonly<Record<string, unknown>>;

/** A key that texts cannot have. Its message goes on after the key, such as `must be names with dots between them`. */
export class TextKeyError extends Error {
  override readonly name = 'TextKeyError';
}

/** The texts of a language by their key, such as `order.shipped`, in the order of the content. */
export function textsOf(content: Content): Map<string, string> {
  return new Map([...placesIn(content)].map(([key, { value }]) => [key, String(value)]));
}

/**
 * Puts texts into the content of a language. An empty text removes its key; keys that are not named stay. A number or a
 * boolean stays one as long as its text does.
 *
 * @param refused Gets the keys that the content cannot take; they are left out. Without it, the first is thrown.
 */
export function withTexts(
  content: Content,
  texts: ReadonlyMap<string, string>,
  refused?: (key: string, error: TextKeyError) => void,
): Record<string, unknown> {
  const places = placesIn(content);
  const next = structuredClone(content) as Record<string, unknown>;
  for (const [key, text] of texts) {
    const place = places.get(key);
    if (place && String(place.value) === text) continue;
    const path = place?.path ?? newPath(next, key);
    if (path instanceof TextKeyError) {
      if (!refused) throw path;
      refused(key, path);
    } else if (text !== '') put(next, path, text);
    else if (place) remove(next, path);
  }
  return next;
}

interface Place {
  path: readonly string[];
  value: unknown;
}

/** Of two places with the same key the nested one, which templates read. */
function placesIn(content: Content, before: readonly string[] = [], places = new Map<string, Place>()) {
  for (const [name, value] of Object.entries(content)) {
    const path = [...before, name];
    const key = path.join('.');
    if (isRecord(value)) placesIn(value, path, places);
    else if (!places.has(key) || before.length > 0) places.set(key, { path, value });
  }
  return places;
}

/** Nested by its dots; as one name where a part of it is a text already. */
function newPath(content: Content, key: string): readonly string[] | TextKeyError {
  const path = key.split('.');
  if (path.some((name) => name.trim() === '' || name.startsWith('$') || name === '__proto__')) {
    return new TextKeyError('must be names with dots between them, none of which begins with $ or is __proto__');
  }
  let inside: unknown = content;
  for (const name of path) {
    if (!isRecord(inside)) return [key];
    inside = Object.hasOwn(inside, name) ? inside[name] : {};
  }
  if (isRecord(inside) && Object.keys(inside).length > 0) return new TextKeyError('has other keys below it');
  return path;
}

function put(content: Record<string, unknown>, path: readonly string[], text: string): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) content[name] = text;
  else {
    if (!Object.hasOwn(content, name)) content[name] = {};
    put(content[name] as Record<string, unknown>, rest, text);
  }
}

/** Groups that have no text left go, too. */
function remove(content: Record<string, unknown>, path: readonly string[]): void {
  const [name = '', ...rest] = path;
  const inside = content[name];
  if (rest.length > 0 && isRecord(inside)) remove(inside, rest);
  if (rest.length === 0 || (isRecord(inside) && Object.keys(inside).length === 0)) delete content[name];
}
