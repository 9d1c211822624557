/**
 * The first place in a JSON value that cannot be kept as it is, and why; undefined when there is none. A key
 * `__proto__` would give objects other ancestors wherever values are merged, and half of a surrogate pair is no
 * character, which neither the store nor anything that is sent can hold.
 */
export function unusablePlace(value: unknown): { path: string; problem: string } | undefined {
  return placeIn(value, []);
}

/** Whether a JSON text needs a look: nothing unusable can be written without one of these. */
export function mayBeUnusable(json: string): boolean {
  return /__proto__|\\u/i.test(json);
}

type Place = ReturnType<typeof unusablePlace>;

/** The place that is the whole value. */
export const WHOLE = 'body';

/** Half of a surrogate pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function placeIn(value: unknown, path: string[]): Place {
  if (typeof value === 'string') {
    return LONE_SURROGATE.test(value) ? { path: nameOf(path), problem: 'has half of a surrogate pair' } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const place = [...path, key];
    if (key === '__proto__') return { path: nameOf(place), problem: 'is no key that can be used' };
    if (LONE_SURROGATE.test(key)) return { path: nameOf(place), problem: 'has half of a surrogate pair in its key' };
    const found = placeIn(member, place);
    if (found) return found;
  }
  return undefined;
}

function nameOf(path: string[]): string {
  if (path.length === 0) return WHOLE;
  // The halves themselves cannot be sent.
  return path
    .join('.')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, 200);
}
