import { type DecidingFilter, evaluateFilters } from './evaluate-filters.js';
import type { FilterGroup } from './filter.js';
import type { FilterData, WebhookAccess } from './filter-data.js';

/** What this library needs to know of a step variant. */
export interface FilteredVariant {
  active?: boolean;
  filters?: readonly FilterGroup[];
}

/** The variant that replaces the step's template; undefined keeps the step's own. */
export type VariantSelection<V> =
  | { ok: true; variant: V | undefined; index?: number; decidedBy?: DecidingFilter }
  | { ok: false; index: number; error: string };

/** The first active variant whose filters pass (X13). A variant that cannot be evaluated is an error of the step. */
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
