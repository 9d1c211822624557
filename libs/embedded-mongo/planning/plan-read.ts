import { isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { constraintsOf, type KeyRange } from '../indexes/constraint.js';
import { type IndexDefinition, isMultikey } from '../indexes/index-definition.js';
import { type IndexPlan, isBetter, isNatural, type Plan, planIndex, planQuery, usable } from './planner.js';
import type { SortField } from '../ordering/sort-key.js';
import type { Filter } from '../query/filter.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import { folds, partsOf, textCondition, type TextCondition } from '../storage/key-pages/text-condition.js';

/** How a command that only reads finds candidates. */
export type ReadPlan = Plan | PagePlan;

/**
 * Entries of an index whose texts satisfy a condition, found in memory. Only for reading: pages are as old as the last commit.
 */
export interface PagePlan {
  readonly kind: 'pages';
  readonly index: IndexDefinition;
  /** The key range without the index number. */
  readonly range: KeyRange;
  readonly reverse: boolean;
  readonly condition: TextCondition;
  /** Whether all entries in the range that satisfy the condition match. */
  readonly covers: boolean;
  readonly residual: readonly Filter[];
  readonly sorted: boolean;
  /** The plan that gives the order instead, if this one does not: better for what many documents contain. */
  readonly inOrder?: IndexPlan;
}

/** The plan for a command that only reads, with the same rules; see {@link PagePlan}. */
export function planRead(
  collection: CollectionEntry,
  filter: Filter,
  sort: readonly SortField[],
  hint: RawValue | undefined,
): ReadPlan {
  const plan = planQuery(collection, filter, sort, hint);
  const isHinted = hint !== undefined && !(hint.isDocument && isEmptyContainer(hint));
  return (!isHinted && planPages(collection.indexes, filter, sort, plan)) || plan;
}

/**
 * A search for parts of texts in the keys of an index that begins with the other conditions, unless `usual` has more of
 * them. An index that also gives the order is preferred.
 */
function planPages(
  indexes: readonly IndexDefinition[],
  filter: Filter,
  sort: readonly SortField[],
  usual: Plan,
): PagePlan | undefined {
  const constraints = constraintsOf(filter);
  // The beginning of a text is a range of an index.
  if (isNatural(sort) || constraints.some(({ source }) => source.kind === 'field' && source.predicate.op === 'regex'))
    return undefined;
  let best: { plan: PagePlan; score: readonly number[] } | undefined;
  for (const index of indexes) {
    if (index.unique || isMultikey(index) || index.fields.some(({ descending }) => descending)) continue;
    if (!usable(index, filter)) continue;
    const { ranges, reverse, residual, sorted, score } = planIndex(index, filter, sort, constraints);
    const [range] = ranges;
    if (!range || ranges.length > 1 || (usual.kind === 'index' && hasMoreEqualities(usual.score, score))) continue;
    const found = residual.map((part) => textCondition(part, index.fields)).filter((one) => one !== undefined);
    // A page compares either the texts as they are or their small letters; what is left out is for the document.
    const conditions = found.filter((one) => found[0] && folds(one) === folds(found[0]));
    const condition: TextCondition = { kind: 'and', conditions };
    if (!partsOf(condition)) continue;
    const covers = conditions.length === residual.length;
    const plan: PagePlan = { kind: 'pages', index, range, reverse, condition, covers, residual, sorted };
    // Of several that do, the one with most fields: other searches use its pages, too.
    const pageScore = [sorted ? 1 : 0, conditions.length, index.fields.length];
    if (!best || isBetter(pageScore, best.score)) best = { plan, score: pageScore };
  }
  if (best && !best.plan.sorted && usual.kind === 'index' && usual.sorted) return { ...best.plan, inOrder: usual };
  return best?.plan;
}

function hasMoreEqualities(score: readonly number[], other: readonly number[]): boolean {
  return isBetter(score.slice(0, 2), other.slice(0, 2));
}
