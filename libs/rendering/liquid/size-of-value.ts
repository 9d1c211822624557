import { isRecord } from './is-record.js';

/** Lists and objects inside each other; deeper ones are larger than any limit, because they may fill the call stack. */
const deepestValue = 500;

/**
 * How large a value is when everything inside is counted as often as it appears: characters of texts and keys, one for
 * every entry. A list that holds another list many times over is small in memory and endless once printed or
 * compared, so this is the size that matters for limits. What is nested more than 500 deep has no end.
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
    if (depth > deepestValue) return Infinity;
    size += 1 + indent * depth;
    if (typeof current === 'string') {
      size += current.length;
    } else if (Array.isArray(current)) {
      // The children are not worth queueing when their number alone is too much.
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
