/** Whether a value is an object with named properties: not null, not a list, not a date. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/**
 * Maximum nesting of lists and objects. Deeper values count as larger than any limit, because they may overflow the
 * call stack.
 */
const MAX_DEPTH = 500;

/**
 * Returns the size of a value: the characters of texts and keys, plus one for every entry, each counted as often as it
 * appears. A list that holds another list many times is small in memory but huge in print, so limits apply to this size.
 * Returns Infinity for a value nested more than 500 levels deep.
 *
 * @param limit Where counting stops: any result above it means "larger".
 * @param indent Characters added per entry and level of nesting, for sizing indented JSON.
 */
export function sizeOfValue(value: unknown, limit: number, indent = 0): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  let size = 0;
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next && size <= limit; next = waiting.pop()) {
    const { value: current, depth } = next;
    if (depth > MAX_DEPTH) return Infinity;
    size += 1 + indent * depth;
    if (typeof current === 'string') {
      size += current.length;
    } else if (Array.isArray(current)) {
      // Entries whose number alone exceeds the limit need not be queued.
      if (size + current.length > limit) {
        return size + current.length;
      }
      for (const entry of current as unknown[]) {
        waiting.push({ value: entry, depth: depth + 1 });
      }
    } else if (isRecord(current)) {
      for (const [key, entry] of Object.entries(current)) {
        size += key.length;
        waiting.push({ value: entry, depth: depth + 1 });
      }
    }
  }
  return size;
}
