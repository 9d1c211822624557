import { oneOf } from '../../search-text';

/** The time that the charts show: the last hour, the last day by hours, or the last 30 days. */
export const SPANS = ['hour', 'day', 'month'] as const;

export type Span = (typeof SPANS)[number];

/** What the address of the overview says. */
export interface OverviewSearch {
  span?: Span;
}

export function overviewSearchOf({ span }: Record<string, unknown>): OverviewSearch {
  return { span: oneOf(SPANS, span) };
}
