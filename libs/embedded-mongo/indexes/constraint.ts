import { BsonType } from '../bson/bson-type.js';
import type { RawValue } from '../bson/raw-value.js';
import { encodeKey, TypeTag, typeTag } from '../ordering/key-encoding.js';
import { type ComparisonOperator, conjuncts, type Filter, type Pattern, type Predicate } from '../query/filter.js';
import { isNaNValue } from '../query/match.js';

/** A bound of an interval of encoded values. Every encoding that starts with `key` is treated as equal to it. */
interface Bound {
  readonly key: Buffer;
  readonly inclusive: boolean;
}

/** An interval of encoded values in ascending order. */
export interface Interval {
  readonly lower: Bound;
  readonly upper: Bound;
}

/** A condition as intervals of one path: its values must lie in these intervals (sorted, disjoint). */
export interface Constraint {
  readonly path: string;
  readonly intervals: readonly Interval[];
  /** Whether every value in the intervals satisfies the condition, provided that no array is involved. */
  readonly exact: boolean;
  /** The conjunct of the filter from which it is derived. */
  readonly source: Filter;
}

/** The constraints of a filter's conjuncts. Conditions that cannot use an index are left out. */
export function constraintsOf(filter: Filter): Constraint[] {
  return conjuncts(filter).flatMap((part) => fromConjunct(part, part, ''));
}

function fromConjunct(part: Filter, source: Filter, prefix: string): Constraint[] {
  if (part.kind !== 'field') return [];
  const path = joined(prefix, part.path.text);
  const { predicate } = part;
  if (predicate.op === 'elemMatchObject' || predicate.op === 'elemMatchValue') {
    return conjuncts(predicate.filter)
      .flatMap((inner) => fromConjunct(inner, source, path))
      .map((constraint) => ({ ...constraint, exact: false }));
  }
  const found = intervalsOf(predicate);
  return found ? [{ path, ...found, source }] : [];
}

function joined(prefix: string, path: string): string {
  return prefix && path ? `${prefix}.${path}` : prefix || path;
}

interface Intervals {
  readonly intervals: readonly Interval[];
  readonly exact: boolean;
}

function intervalsOf(predicate: Predicate): Intervals | undefined {
  switch (predicate.op) {
    case 'eq':
      return equalTo(predicate.operand, predicate.key);
    case 'in':
      return memberOf(predicate);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return ordered(predicate.op, predicate.operand, predicate.key);
    case 'regex':
      // Without a prefix, the range would be all texts.
      return predicate.pattern.prefix ? { intervals: patternIntervals(predicate.pattern), exact: false } : undefined;
    default:
      return undefined;
  }
}

/** Missing fields are stored as null and empty arrays as undefined: both must be scanned. */
const NULLS = [point(Buffer.of(TypeTag.Undefined)), point(Buffer.of(TypeTag.Null))];

function equalTo(operand: RawValue, key: Buffer): Intervals | undefined {
  if (operand.type === BsonType.Null) return { intervals: NULLS, exact: false };
  if (operand.type === BsonType.Array || operand.type === BsonType.Undefined) return undefined;
  return { intervals: [point(key)], exact: true };
}

function memberOf(predicate: Predicate & { op: 'in' }): Intervals | undefined {
  const intervals: Interval[] = [];
  let exact = predicate.patterns.length === 0;
  for (const operand of predicate.operands) {
    const found = equalTo(operand, encodeKey(operand));
    if (!found) return undefined;
    intervals.push(...found.intervals);
    exact &&= found.exact;
  }
  for (const pattern of predicate.patterns) {
    if (!pattern.prefix) return undefined;
    intervals.push(...patternIntervals(pattern));
  }
  return { intervals: sortedAndDistinct(intervals), exact };
}

function sortedAndDistinct(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a.lower.key.compare(b.lower.key));
  // Of two intervals with a common prefix, the wider one is kept: an interval whose key starts with the previous key
  // lies inside that interval.
  const result: Interval[] = [];
  for (const interval of sorted) {
    const last = result.at(-1);
    if (!last || !interval.lower.key.subarray(0, last.upper.key.length).equals(last.upper.key)) result.push(interval);
  }
  return result;
}

const NAN_KEY = Buffer.concat([Buffer.of(TypeTag.Number), Buffer.alloc(9)]);

function ordered(op: ComparisonOperator, operand: RawValue, key: Buffer): Intervals | undefined {
  switch (operand.type) {
    case BsonType.Array:
    case BsonType.Undefined:
    case BsonType.MinKey:
    case BsonType.MaxKey:
      return undefined;
    case BsonType.Null:
      return op === 'gte' || op === 'lte' ? { intervals: NULLS, exact: false } : undefined;
    default:
  }
  if (isNaNValue(operand)) {
    return { intervals: op === 'gte' || op === 'lte' ? [point(key)] : [], exact: true };
  }
  const tag = Buffer.of(typeTag(operand.type));
  if (op === 'gt' || op === 'gte') {
    return {
      intervals: [{ lower: { key, inclusive: op === 'gte' }, upper: { key: tag, inclusive: true } }],
      exact: true,
    };
  }
  const lower = operand.isNumber ? { key: NAN_KEY, inclusive: false } : { key: tag, inclusive: true };
  return { intervals: [{ lower, upper: { key, inclusive: op === 'lte' } }], exact: true };
}

/** Strings that start with the pattern's prefix, and stored regular expressions, one of which may equal the pattern. */
function patternIntervals(pattern: Pattern): Interval[] {
  const zero = pattern.prefix.indexOf('\0');
  const prefix = zero < 0 ? pattern.prefix : pattern.prefix.slice(0, zero);
  return [
    beginningWith(Buffer.concat([Buffer.of(TypeTag.String), Buffer.from(prefix)])),
    beginningWith(Buffer.of(TypeTag.Regex)),
  ];
}

/** A range of stored keys from `start` (inclusive) to `end` (exclusive). */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** The interval of exactly one value. */
function point(key: Buffer): Interval {
  return { lower: { key, inclusive: true }, upper: { key, inclusive: true } };
}

/** The interval of all encodings that start with `key`: many values, unlike a {@link point}. */
function beginningWith(key: Buffer): Interval {
  return { lower: { key, inclusive: true }, upper: { key: successor(key), inclusive: false } };
}

/** Above every stored key: no type tag starts with this byte. */
export const OPEN_END = Buffer.of(0xff);

/** The first byte string after all those that start with this one. */
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

/** The range of stored keys of an interval, in a field with the given direction. */
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

/** The intersection of two sorted lists of intervals. */
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

/** Whether an interval contains a single value. */
export function isPoint({ lower, upper }: Interval): boolean {
  return lower.inclusive && upper.inclusive && lower.key.equals(upper.key);
}
