import { BsonType } from '../bson/bson-type.js';
import { hasPosition } from '../bson/field-path.js';
import { fieldsOf, isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { sameValue } from '../ordering/key-encoding.js';
import type { SortField } from '../ordering/sort-key.js';
import { conjuncts, type Filter } from '../query/filter.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import {
  type Constraint,
  constraintsOf,
  intersect,
  type Interval,
  isPoint,
  keyRange,
  type KeyRange,
  successor,
} from '../indexes/constraint.js';
import { holdsAll } from '../indexes/implication.js';
import { type IndexDefinition, isMultikey } from '../indexes/index-definition.js';
import { CUT_LENGTH } from '../indexes/key-generation.js';

/** How candidates are found, and which conditions remain to be checked. */
export type Plan = CollectionPlan | IndexPlan | UnionPlan;

export interface CollectionPlan {
  readonly kind: 'collection';
  readonly reverse: boolean;
  readonly residual: readonly Filter[];
  readonly sorted: boolean;
}

export interface IndexPlan {
  readonly kind: 'index';
  readonly index: IndexDefinition;
  /** Key ranges without the index number, ascending and disjoint. */
  readonly ranges: readonly KeyRange[];
  /** Each range is one key, which at most one document has. */
  readonly isExact: boolean;
  /** Present when the ranges are read side by side for the order: the length of the keys' common part, for each. */
  readonly merging?: readonly number[];
  readonly reverse: boolean;
  /** Conditions that the index does not decide; they are tested on the document. */
  readonly residual: readonly Filter[];
  /** Whether candidates come in the requested order. */
  readonly sorted: boolean;
  readonly score: readonly number[];
}

/** One index plan for each branch of an `$or`; a document found twice counts once. */
export interface UnionPlan {
  readonly kind: 'union';
  readonly branches: readonly IndexPlan[];
  readonly residual: readonly Filter[];
  readonly sorted: false;
}

/** Maximum number of ranges of a plan; a product of `$in` lists that exceeds it uses fewer fields. */
const MAX_RANGES = 2000;

/** Maximum number of ranges that are read side by side. */
const MAX_MERGED = 200;

/** The plan for a query; respects its hint. */
export function planQuery(
  collection: CollectionEntry,
  filter: Filter,
  sort: readonly SortField[],
  hint: RawValue | undefined,
): Plan {
  const natural = sort[0]?.path.text === '$natural' ? sort[0] : undefined;
  if (natural) return { ...collectionPlan(filter, []), reverse: natural.descending };
  if (!hint || (hint.isDocument && isEmptyContainer(hint))) return choosePlan(collection.indexes, filter, sort);
  if (hint.isDocument) {
    const first = fieldsOf(hint)[0];
    if (first?.[0] === '$natural') return collectionPlan(filter, sort, first[1].number() < 0);
  }
  return planWithHint(findHinted(collection, hint), filter, sort);
}

function findHinted(collection: CollectionEntry, hint: RawValue): IndexDefinition {
  if (hint.type !== BsonType.String && !hint.isDocument) {
    throw new CommandError(ErrorCode.FailedToParse, 'Hint must be either a string or nested object');
  }
  const found = collection.indexes.find((index) =>
    hint.type === BsonType.String ? index.name === hint.text() : sameValue(index.keyPattern, hint),
  );
  if (found) return found;
  throw new CommandError(
    ErrorCode.BadValue,
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  );
}

/**
 * Chooses how to find the documents of a filter. First choice: a unique index with equality on every field, which finds at
 * most one document per value. After that it prefers, in this order, the most equality fields, a range, the sort order. The
 * older index wins a tie. Without a usable index, scans the collection in natural order.
 */
export function choosePlan(indexes: readonly IndexDefinition[], filter: Filter, sort: readonly SortField[]): Plan {
  const constraints = constraintsOf(filter);
  let best: IndexPlan | undefined;
  for (const index of indexes) {
    const first = index.fields[0]?.path.text;
    if (sort.length === 0 && !constraints.some(({ path }) => path === first)) continue;
    const plan = usable(index, filter) ? planIndex(index, filter, sort, constraints) : undefined;
    if (!plan || (plan.score.slice(0, 3).every((part) => part === 0) && !(sort.length > 0 && plan.sorted))) continue;
    if (!best || isBetter(plan.score, best.score)) best = plan;
  }
  return best ?? planUnion(indexes, filter) ?? collectionPlan(filter, sort);
}

/** The plan for a hint, even if the planner would not choose that index. */
function planWithHint(index: IndexDefinition, filter: Filter, sort: readonly SortField[]): IndexPlan {
  return planIndex(index, filter, sort, constraintsOf(filter));
}

/** The plan that scans every document. */
export function collectionPlan(filter: Filter, sort: readonly SortField[], reverse = false): CollectionPlan {
  return { kind: 'collection', reverse, residual: conjuncts(filter), sorted: sort.length === 0 };
}

export function usable(index: IndexDefinition, filter: Filter): boolean {
  if (!index.ready || !holdsAll(index, filter)) return false;
  // A number in a path may be a position or a field's name inside the array's elements; the index lacks the latter.
  return !(isMultikey(index) && index.fields.some(({ path }) => hasPosition(path)));
}

export function isBetter(score: readonly number[], other: readonly number[]): boolean {
  for (const [i, part] of score.entries()) if (part !== other[i]) return part > (other[i] ?? 0);
  return false;
}

function planUnion(indexes: readonly IndexDefinition[], filter: Filter): UnionPlan | undefined {
  const parts = conjuncts(filter);
  const either = parts.find((part) => part.kind === 'or');
  if (!either || either.kind !== 'or') return undefined;
  const branches: IndexPlan[] = [];
  for (const branch of either.filters) {
    const plan = choosePlan(indexes, branch, []);
    if (plan.kind !== 'index') return undefined;
    branches.push(plan);
  }
  return { kind: 'union', branches, residual: parts, sorted: false };
}

export function planIndex(
  index: IndexDefinition,
  filter: Filter,
  sort: readonly SortField[],
  constraints: readonly Constraint[],
): IndexPlan {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let ranges: PrefixedRange[] | undefined;
  let multikeyUsed = false;
  let equalities = 0;
  const decided = new Set<Filter>();
  const constant = new Set<string>();
  for (const [i, field] of index.fields.entries()) {
    const own = constraints.filter((constraint) => constraint.path === field.path.text);
    const multikey = index.multikey[i] ?? false;
    // Different elements of an array may satisfy different conditions, so only one condition bounds the scan.
    const taken = multikey ? (multikeyUsed ? [] : own.slice(0, 1)) : own;
    if (taken.length === 0) break;
    multikeyUsed ||= multikey;
    const intervals = taken.map((constraint) => constraint.intervals).reduce(intersect);
    const products = intervals.length * prefixes.length;
    if (products > MAX_RANGES) break;
    if (!multikey) for (const constraint of taken) if (constraint.exact) decided.add(constraint.source);
    if (intervals.every(isPoint)) {
      equalities++;
      if (!multikey && intervals.length === 1) constant.add(field.path.text);
      prefixes = prefixes.flatMap((prefix) => extend(prefix, intervals, field.descending));
    } else {
      ranges = prefixes.flatMap((prefix) =>
        intervals.map((interval) => {
          const { start, end } = keyRange(interval, field.descending);
          return {
            start: Buffer.concat([prefix, start]),
            end: Buffer.concat([prefix, end]),
            common: prefix.length,
          };
        }),
      );
      break;
    }
  }
  const hasRange = ranges !== undefined;
  ranges ??= prefixes.map((prefix) => ({ start: prefix, end: successor(prefix), common: prefix.length }));
  const long = ranges.some(({ start, end }) => start.length > CUT_LENGTH || end.length > CUT_LENGTH);
  const isOrdered = sort.length > 0 && !isNatural(sort);
  const inSequence = isOrdered ? sortDirection(index, sort, constant, 0) : undefined;
  const canMerge = isOrdered && inSequence === undefined && !long && !index.unique && ranges.length <= MAX_MERGED;
  const direction = canMerge ? sortDirection(index, sort, constant, equalities) : inSequence;
  const pinned = index.unique && equalities === index.fields.length;
  const inOrder = inKeyOrder(ranges);
  return {
    kind: 'index',
    index,
    ranges: inOrder,
    isExact: pinned && !long,
    ...(canMerge && direction !== undefined && { merging: inOrder.map(({ common }) => common) }),
    reverse: direction === -1,
    residual: conjuncts(filter).filter((part) => long || !decided.has(part)),
    sorted: sort.length === 0 || direction !== undefined,
    score: [pinned ? 1 : 0, equalities, hasRange ? 1 : 0, sort.length > 0 && direction !== undefined ? 1 : 0],
  };
}

function extend(prefix: Buffer, points: readonly Interval[], descending: boolean): Buffer[] {
  return points.map((interval) => Buffer.concat([prefix, keyRange(interval, descending).start]));
}

/** A range, and how many bytes in front all of its keys share. */
interface PrefixedRange extends KeyRange {
  readonly common: number;
}

function inKeyOrder(ranges: readonly PrefixedRange[]): PrefixedRange[] {
  const [first] = ranges;
  if (ranges.length === 1 && first) return [shortened(first)];
  return ranges.map(shortened).sort((a, b) => a.start.compare(b.start));
}

/** Bounds longer than a stored key are compared by the part that is stored. */
function shortened({ start, end, common }: PrefixedRange): PrefixedRange {
  return {
    common,
    start: start.length > CUT_LENGTH ? start.subarray(0, CUT_LENGTH) : start,
    end: end.length > CUT_LENGTH ? successor(end.subarray(0, CUT_LENGTH)) : end,
  };
}

export function isNatural(sort: readonly SortField[]): boolean {
  return sort[0]?.path.text === '$natural';
}

/**
 * Returns 1 or -1 if a forward or backward scan gives the requested order. Fields with a constant value do not matter. Nor
 * do the first `leading` fields of the index, for ranges with one value of each that are read side by side.
 */
function sortDirection(
  index: IndexDefinition,
  sort: readonly SortField[],
  constant: ReadonlySet<string>,
  leading: number,
): 1 | -1 | undefined {
  const wanted = sort.filter((field) => !constant.has(field.path.text));
  let position = 0;
  let direction: 1 | -1 | undefined;
  for (const [i, field] of index.fields.entries()) {
    const next = wanted[position];
    if (!next) break;
    if (i >= index.intact) return undefined;
    if (i < leading && field.path.text !== next.path.text) continue;
    if (index.multikey[i] || i < leading) return undefined;
    if (field.path.text === next.path.text) {
      const needed = field.descending === next.descending ? 1 : -1;
      if (direction !== undefined && direction !== needed) return undefined;
      direction = needed;
      position++;
    } else if (!constant.has(field.path.text)) {
      return undefined;
    }
  }
  return position === wanted.length ? (direction ?? 1) : undefined;
}
