import type { Schemas } from '../../api/client';
import { type Read, read } from '../../api/read';
import type { OverviewSearch, Span } from './reads';

const INTERVALS = { hour: 'ten_minutes', day: 'hour', month: 'day' } as const satisfies Record<Span, string>;

type ChartRead = Read<{ data: Schemas['ChartDto'] }>;

/** Messages that have ended by outcome and the latency, with the time before. */
export function outcomeChart({ span = 'day' }: OverviewSearch): ChartRead {
  return read('/v1/activity/charts', {
    query: { interval: INTERVALS[span], groupBy: 'outcome', latency: true, compare: true },
  });
}

/** Messages that were skipped, by reason. */
export function skippedChart({ span = 'day' }: OverviewSearch): ChartRead {
  return read('/v1/activity/charts', {
    query: { interval: INTERVALS[span], groupBy: 'reason', outcome: ['skipped'] },
  });
}

/** Messages that have failed, by reason, channel or provider, with the time before. */
export function failureChart({ span = 'day' }: OverviewSearch, groupBy: 'reason' | 'channel' | 'provider'): ChartRead {
  return read('/v1/activity/charts', {
    query: { interval: INTERVALS[span], groupBy, outcome: ['failed'], compare: true },
  });
}
