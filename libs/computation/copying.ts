/** Values that are copied without holding up the event loop for more than some ten milliseconds. */
const MAX_VALUES = 400_000;
/** Characters that are copied as fast as a value. */
const CHARACTERS_PER_VALUE = 256;

/** Whether a value may be handed to another process, for which it is copied here. Gives up counting at the limit. */
export function isLightToCopy(value: unknown): boolean {
  let left = MAX_VALUES;
  const seen = new Set<object>();
  const waiting: object[] = [];
  const count = (one: unknown): void => {
    if (typeof one === 'string') left -= one.length / CHARACTERS_PER_VALUE;
    // What is there twice is copied once.
    else if (typeof one === 'object' && one !== null && !seen.has(one)) {
      seen.add(one);
      waiting.push(one);
    }
  };
  count(value);
  for (let next = waiting.pop(); next && left >= 0; next = waiting.pop()) {
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next);
    left -= members.length;
    if (left >= 0) members.forEach(count);
  }
  return left >= 0;
}
