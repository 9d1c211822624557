import { failure, type Outcome } from '#libs/schedule/outcome.js';
import { evaluateChild, evaluateWebhook } from './filter-child.js';
import type { FilterChild, FilterData, FilterGroup, WebhookAccess, WebhookFilterChild } from './filter.js';

/** The part of a set of filters that decided: a group, and the child in it if a single child did. */
export interface DecidingFilter {
  group: number;
  child?: number;
  on?: FilterChild['on'];
}

/** `decidedBy` is absent without groups. An error is not a pass (X9). */
export type FilterResult =
  | { ok: true; value: boolean; decidedBy?: DecidingFilter }
  | { ok: false; error: string; decidedBy: DecidingFilter };

/** The result of a group without its webhooks: settled, or the webhooks left to call. */
type GroupState = { settled: FilterResult } | { webhooks: number[]; errors: FilterResult[] };

/**
 * Evaluates the older filters (X10 to X12): they pass if any group passes, or if there is none. A group without
 * children passes. Webhooks are called last, in order, and only if no group passes without them.
 */
export async function evaluateFilters(
  groups: readonly FilterGroup[] | undefined,
  data: FilterData,
  access?: WebhookAccess,
): Promise<FilterResult> {
  if (!groups || groups.length === 0) return { ok: true, value: true };
  const states = groups.map((group, index) => evaluateLocally(group, index, data));
  const results: FilterResult[] = [];
  for (const state of states) if ('settled' in state) results.push(state.settled);
  const passed = results.find(isPass);
  if (passed) return passed;
  for (const [index, state] of states.entries()) {
    const group = groups[index];
    if ('settled' in state || !group) continue;
    const result = await callWebhooks(group, index, state.webhooks, state.errors, access);
    if (isPass(result)) return result;
    results.push(result);
  }
  // No group passes: an error outweighs a false, because the group might have passed.
  return results.find((result) => !result.ok) ?? results[0] ?? { ok: true, value: false };
}

function evaluateLocally(group: FilterGroup, index: number, data: FilterData): GroupState {
  const children = group.children ?? [];
  if (children.length === 0) return { settled: { ok: true, value: true, decidedBy: { group: index } } };
  const errors: FilterResult[] = [];
  const webhooks: number[] = [];
  for (const [position, child] of children.entries()) {
    if (child.on === 'webhook') {
      webhooks.push(position);
      continue;
    }
    const result = resultOf(evaluateChild(child, data), group, index, position, child);
    if (!result.ok) errors.push(result);
    else if (settles(group, result)) return { settled: result };
  }
  return webhooks.length > 0 ? { webhooks, errors } : { settled: unsettled(group, index, errors) };
}

async function callWebhooks(
  group: FilterGroup,
  index: number,
  positions: readonly number[],
  localErrors: readonly FilterResult[],
  access: WebhookAccess | undefined,
): Promise<FilterResult> {
  const errors = [...localErrors];
  for (const position of positions) {
    const child = group.children?.[position] as WebhookFilterChild;
    const result = resultOf(await evaluateWebhook(child, access), group, index, position, child);
    if (!result.ok) errors.push(result);
    else if (settles(group, result)) return result;
  }
  return unsettled(group, index, errors);
}

/** Converts the outcome of a child to a result of its group. */
function resultOf(
  outcome: Outcome<boolean>,
  group: FilterGroup,
  index: number,
  position: number,
  child: FilterChild,
): FilterResult {
  const decidedBy: DecidingFilter = { group: index, child: position, on: child.on };
  return outcome.ok
    ? { ok: true, value: outcome.value !== isNegated(group), decidedBy }
    : { ...failure(outcome.error), decidedBy };
}

/** A true child settles an OR, a false one an AND. The results of negated groups are already inverted. */
function settles(group: FilterGroup, result: FilterResult): boolean {
  return result.ok && (result.value !== isNegated(group)) === isOr(group);
}

/**
 * The result if no child settled the group: all are true in an AND, all false in an OR, unless one could not be
 * evaluated.
 */
function unsettled(group: FilterGroup, index: number, errors: readonly FilterResult[]): FilterResult {
  return errors[0] ?? { ok: true, value: isOr(group) === isNegated(group), decidedBy: { group: index } };
}

function isOr(group: FilterGroup): boolean {
  return group.value === 'OR';
}

function isNegated(group: FilterGroup): boolean {
  return group.isNegated === true;
}

function isPass(result: FilterResult): boolean {
  return result.ok && result.value;
}

/** The part of a step variant that this library reads. */
export interface FilteredVariant {
  active?: boolean;
  filters?: readonly FilterGroup[];
}

/** The variant that replaces the step's template; undefined keeps the step's own. */
export type VariantSelection<V> =
  | { ok: true; variant: V | undefined; index?: number; decidedBy?: DecidingFilter }
  | { ok: false; index: number; error: string };

/**
 * Returns the first active variant whose filters pass (X13). A variant that cannot be evaluated is an error of the
 * step.
 */
export async function selectVariant<V extends FilteredVariant>(
  variants: readonly V[] | undefined,
  data: FilterData,
  access?: WebhookAccess,
): Promise<VariantSelection<V>> {
  for (const [index, variant] of (variants ?? []).entries()) {
    if (variant.active === false) continue;
    const result = await evaluateFilters(variant.filters, data, access);
    if (!result.ok) return { ok: false, index, error: result.error };
    if (result.value) return { ok: true, variant, index, decidedBy: result.decidedBy };
  }
  return { ok: true, variant: undefined };
}
