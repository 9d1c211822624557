import type { Filter } from '../query/filter.js';
import { conjuncts } from '../query/filter.js';
import type { SortField } from '../ordering/sort-key.js';
import { hasPosition } from '../bson/field-path.js';
import { constraintsOf, type Constraint } from './constraint.js';
import { holdsAll } from './implication.js';
import { isMultikey, type IndexDefinition } from './index-definition.js';
import { intersect, isPoint, keyRange, successor, type Interval, type KeyRange } from './interval.js';
import { CUT_LENGTH } from './key-generation.js';

/** How candidates are found and what is left to do with them. */
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
  readonly reverse: boolean;
  /** Conditions the index does not decide; to be tested on the document. */
  readonly residual: readonly Filter[];
  /** Whether candidates come in the order asked for. */
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

/** Most ranges a plan may consist of; a product of `$in` lists beyond it is cut to fewer fields. */
const MAX_RANGES = 2000;

/**
 * Chooses how to find the documents of a filter: a unique index whose every field is given, which leads to no more
 * documents than values were named; else the index with most equality fields, then with a range, then one that gives the
 * order; of equals the older one. Without any, the collection in natural order.
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

/** The plan a hint asks for, even where the planner would not take that index. */
export function planWithHint(index: IndexDefinition, filter: Filter, sort: readonly SortField[]): IndexPlan {
  return planIndex(index, filter, sort, constraintsOf(filter));
}

/** The plan that looks at every document. */
export function collectionPlan(filter: Filter, sort: readonly SortField[], reverse = false): CollectionPlan {
  return { kind: 'collection', reverse, residual: conjuncts(filter), sorted: sort.length === 0 };
}

function usable(index: IndexDefinition, filter: Filter): boolean {
  if (!index.ready || !holdsAll(index, filter)) return false;
  // A position in a path may also be a field's name inside the array's elements, which the index does not list.
  return !(isMultikey(index) && index.fields.some(({ path }) => hasPosition(path)));
}

function isBetter(score: readonly number[], other: readonly number[]): boolean {
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

function planIndex(
  index: IndexDefinition,
  filter: Filter,
  sort: readonly SortField[],
  constraints: readonly Constraint[],
): IndexPlan {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let ranges: KeyRange[] | undefined;
  let multikeyUsed = false;
  let equalities = 0;
  const decided = new Set<Filter>();
  const constant = new Set<string>();
  for (const [i, field] of index.fields.entries()) {
    const own = constraints.filter((constraint) => constraint.path === field.path.text);
    const multikey = index.multikey[i] ?? false;
    // Several conditions on an array may be met by different elements: only one of them bounds the scan.
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
          return { start: Buffer.concat([prefix, start]), end: Buffer.concat([prefix, end]) };
        }),
      );
      break;
    }
  }
  const hasRange = ranges !== undefined;
  ranges ??= prefixes.map((prefix) => ({ start: prefix, end: successor(prefix) }));
  const long = ranges.some(({ start, end }) => start.length > CUT_LENGTH || end.length > CUT_LENGTH);
  const direction =
    sort.length > 0 && !index.cut && !isNatural(sort) ? sortDirection(index, sort, constant) : undefined;
  const pinned = index.unique && equalities === index.fields.length;
  return {
    kind: 'index',
    index,
    ranges: inKeyOrder(ranges),
    reverse: direction === -1,
    residual: conjuncts(filter).filter((part) => long || !decided.has(part)),
    sorted: sort.length === 0 || direction !== undefined,
    score: [pinned ? 1 : 0, equalities, hasRange ? 1 : 0, sort.length > 0 && direction !== undefined ? 1 : 0],
  };
}

function extend(prefix: Buffer, points: readonly Interval[], descending: boolean): Buffer[] {
  return points.map((interval) => Buffer.concat([prefix, keyRange(interval, descending).start]));
}

function inKeyOrder(ranges: readonly KeyRange[]): KeyRange[] {
  const [first] = ranges;
  if (ranges.length === 1 && first) return [shortened(first)];
  return ranges.map(shortened).sort((a, b) => a.start.compare(b.start));
}

/** Bounds longer than a stored key can be compare by the part that is stored. */
function shortened({ start, end }: KeyRange): KeyRange {
  return {
    start: start.length > CUT_LENGTH ? start.subarray(0, CUT_LENGTH) : start,
    end: end.length > CUT_LENGTH ? successor(end.subarray(0, CUT_LENGTH)) : end,
  };
}

function isNatural(sort: readonly SortField[]): boolean {
  return sort[0]?.path.text === '$natural';
}

/** 1 or -1 when a scan forward or backward gives the order asked for. Fields held constant do not matter. */
function sortDirection(
  index: IndexDefinition,
  sort: readonly SortField[],
  constant: ReadonlySet<string>,
): 1 | -1 | undefined {
  const wanted = sort.filter((field) => !constant.has(field.path.text));
  let position = 0;
  let direction: 1 | -1 | undefined;
  for (const [i, field] of index.fields.entries()) {
    const next = wanted[position];
    if (!next) break;
    if (index.multikey[i]) return undefined;
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
