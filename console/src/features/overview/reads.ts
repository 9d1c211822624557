import { read } from '../../api/read';
import { oneOf } from '../../search-text';

/** The time that the charts show: the last day by hours, or the last 30 days. */
export const SPANS = ['day', 'month'] as const;

/** What the address of the overview says. */
export interface OverviewSearch {
  span?: (typeof SPANS)[number];
}

export function overviewSearchOf({ span }: Record<string, unknown>): OverviewSearch {
  return { span: oneOf(SPANS, span) };
}

function intervalOf({ span }: OverviewSearch) {
  return span === 'month' ? 'day' : 'hour';
}

/** Messages that have ended by outcome, and the times from trigger to sent. */
export function outcomeChart(search: OverviewSearch) {
  return read('/v1/activity/charts', { query: { interval: intervalOf(search), groupBy: 'outcome', latency: true } });
}

/** Messages that were skipped, by reason. */
export function skippedChart(search: OverviewSearch) {
  return read('/v1/activity/charts', {
    query: { interval: intervalOf(search), groupBy: 'reason', outcome: ['skipped'] },
  });
}
