import { BsonType } from '../bson/bson-type.js';
import type { RawValue } from '../bson/raw-value.js';
import { encodeKey, TypeTag, typeTag } from '../ordering/key-encoding.js';
import { conjuncts, type ComparisonOperator, type Filter, type Pattern, type Predicate } from '../query/filter.js';
import { isNaNValue } from '../query/match-leaf.js';
import { beginningWith, point, type Interval } from './interval.js';

/** What a condition says about the values of one path: they lie in these intervals (sorted, disjoint). */
export interface Constraint {
  readonly path: string;
  readonly intervals: readonly Interval[];
  /** Whether every value in the intervals satisfies the condition, as long as no array is involved. */
  readonly exact: boolean;
  /** The condition it comes from, one of the filter's conjuncts. */
  readonly source: Filter;
}

/** The constraints of a filter's conjuncts. Conditions that say nothing about an index are left out. */
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
      return { intervals: patternIntervals(predicate.pattern), exact: false };
    default:
      return undefined;
  }
}

/** Missing fields are stored as null, empty arrays as undefined: both have to be looked at. */
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
  // Of two that begin alike the wider one is kept; a key that begins with the one before lies inside it.
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

/** Texts that begin with the pattern's prefix, and the stored regular expression equal to it. */
function patternIntervals(pattern: Pattern): Interval[] {
  const zero = pattern.prefix.indexOf('\0');
  const prefix = zero < 0 ? pattern.prefix : pattern.prefix.slice(0, zero);
  return [
    beginningWith(Buffer.concat([Buffer.of(TypeTag.String), Buffer.from(prefix)])),
    beginningWith(Buffer.of(TypeTag.Regex)),
  ];
}
