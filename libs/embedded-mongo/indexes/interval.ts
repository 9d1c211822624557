/** A bound of an interval of encoded values. Every encoding that begins with `key` counts as equal to it. */
export interface Bound {
  readonly key: Buffer;
  readonly inclusive: boolean;
}

/** An interval of encoded values in ascending order. */
export interface Interval {
  readonly lower: Bound;
  readonly upper: Bound;
}

/** A range of stored keys: from `start` on, up to but without `end`. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** The interval of exactly one value. */
export function point(key: Buffer): Interval {
  return { lower: { key, inclusive: true }, upper: { key, inclusive: true } };
}

/** The interval of all encodings that begin with `key`: many values, unlike a {@link point}. */
export function beginningWith(key: Buffer): Interval {
  return { lower: { key, inclusive: true }, upper: { key: successor(key), inclusive: false } };
}

/** Above every stored key: no type's tag begins with this byte. */
export const OPEN_END = Buffer.of(0xff);

/** The first byte string after all that begin with this one. */
export function successor(bytes: Buffer): Buffer {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0xff) length--;
  if (length === 0) return OPEN_END;
  const result = Buffer.from(bytes.subarray(0, length));
  result[length - 1] = (result[length - 1] ?? 0) + 1;
  return result;
}

function inverted(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) result[i] = ~(bytes[i] ?? 0) & 0xff;
  return result;
}

/** The stored keys of an interval in a field of given direction. */
export function keyRange({ lower, upper }: Interval, descending: boolean): KeyRange {
  if (!descending) {
    return {
      start: lower.inclusive ? lower.key : successor(lower.key),
      end: upper.inclusive ? successor(upper.key) : upper.key,
    };
  }
  const from = inverted(upper.key);
  const to = inverted(lower.key);
  return { start: upper.inclusive ? from : successor(from), end: lower.inclusive ? successor(to) : to };
}

/** The values in both of two sorted lists of intervals. */
export function intersect(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const a of left) {
    for (const b of right) {
      const lower = startOf(a.lower).compare(startOf(b.lower)) >= 0 ? a.lower : b.lower;
      const upper = endOf(a.upper).compare(endOf(b.upper)) <= 0 ? a.upper : b.upper;
      if (startOf(lower).compare(endOf(upper)) < 0) result.push({ lower, upper });
    }
  }
  return result;
}

const startOf = (bound: Bound): Buffer => (bound.inclusive ? bound.key : successor(bound.key));
const endOf = (bound: Bound): Buffer => (bound.inclusive ? successor(bound.key) : bound.key);

/** Whether an interval holds a single value. */
export function isPoint({ lower, upper }: Interval): boolean {
  return lower.inclusive && upper.inclusive && lower.key.equals(upper.key);
}
