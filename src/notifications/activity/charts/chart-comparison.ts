import { type ChartSelection, type Counts, latencyOf, seriesOf } from './chart-series.js';
import type { ChartComparisonDto, ComparedLatencyDto } from './charts.dto.js';

/** The times of a chart that are compared, and those before. Both are beginnings of periods in milliseconds. */
interface ComparedTimes {
  times: number[];
  previous: number[];
}

/**
 * The periods of a chart that have ended, and the same ones as many periods earlier: the hours until now and the same hours
 * of the day before. None when they are not all kept. `length`: milliseconds of a period.
 */
export function comparedTimes(times: readonly number[], length: number, now: Date, keepMs: number): ComparedTimes {
  const ended = times.filter((time) => time + length <= now.getTime());
  const previous = ended.map((time) => time - times.length * length);
  const isKept = previous.every((time) => time + length + keepMs > now.getTime());
  return isKept ? { times: ended, previous } : { times: [], previous: [] };
}

/** Sums of a chart and of the time before it; null when nothing was counted then, or none of its periods has ended. */
export function comparisonOf(
  counts: readonly Counts[],
  { times, previous }: ComparedTimes,
  length: number,
  selection: ChartSelection,
): ChartComparisonDto | null {
  const before = seriesOf(counts, previous, selection);
  if (before.length === 0) return null;
  const now = seriesOf(counts, times, selection);
  const totals = new Map(now.map(({ key, total }) => [key, total]));
  const previousTotals = new Map(before.map(({ key, total }) => [key, total]));
  const keys = [...new Set([...totals.keys(), ...previousTotals.keys()])];
  const isoOf = (time: number): string => new Date(time).toISOString();
  return {
    from: isoOf(times[0]!),
    to: isoOf(times.at(-1)! + length),
    previousFrom: isoOf(previous[0]!),
    previousTo: isoOf(previous.at(-1)! + length),
    series: keys.map((key) => ({ key, total: totals.get(key) ?? 0, previous: previousTotals.get(key) ?? 0 })),
    ...(selection.latency && { latency: latencies(within(counts, times), within(counts, previous), selection) }),
  };
}

function within(counts: readonly Counts[], times: readonly number[]): Counts[] {
  const wanted = new Set(times);
  return counts.filter(({ at }) => wanted.has(at.getTime()));
}

function latencies(now: readonly Counts[], before: readonly Counts[], selection: ChartSelection): ComparedLatencyDto {
  const { overallP50: p50, overallP95: p95 } = latencyOf(now, [], selection);
  const { overallP50: previousP50, overallP95: previousP95 } = latencyOf(before, [], selection);
  return { p50, p95, previousP50, previousP95 };
}
