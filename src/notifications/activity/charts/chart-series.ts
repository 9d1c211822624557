import type { ActivityCount, AttemptCounts, Outcome, OutcomeCounts } from './activity-count.schema.js';
import type { ChartLatencyDto, ChartSeriesDto, Grouping } from './charts.dto.js';
import { addTo, type Histogram, percentile } from './latency-histogram.js';

/** Series that a chart has at most; the others are one together. */
const MAX_SERIES = 50;

/** What is counted: steps of these kinds with one of these outcomes, or requests to the provider of an integration. */
export interface ChartSelection {
  groupBy: Grouping;
  channels: readonly string[];
  outcomes: readonly Outcome[];
  /** Whether times are wanted. */
  latency: boolean;
  /** The integration whose requests are counted, in hexadecimal. */
  integrationId?: string;
}

/** Stored counts of one period. */
export type Counts = Pick<
  ActivityCount,
  'at' | 'runs' | 'steps' | 'providers' | 'workflows' | 'latency' | 'attempts' | 'responses'
>;

/** The fields of the stored counts that a chart needs; all others would only cost time. */
export function fieldsOf({ groupBy, channels, latency, integrationId }: ChartSelection): Record<string, 1> {
  const fields: Record<string, 1> = { at: 1 };
  if (groupBy === 'attempt') return { at: 1, [`attempts.${integrationId}`]: 1, [`responses.${integrationId}`]: 1 };
  if (groupBy === 'status') fields.runs = 1;
  if (groupBy === 'workflow') fields.workflows = 1;
  for (const channel of channels) {
    if (latency) fields[`latency.${channel}`] = 1;
    if (groupBy === 'provider') fields[`providers.${channel}`] = 1;
    else if (groupBy !== 'status' && groupBy !== 'workflow') fields[`steps.${channel}`] = 1;
  }
  return fields;
}

/** The series of a chart, the largest first. `times`: beginnings of the periods in milliseconds. */
export function seriesOf(
  counts: readonly Counts[],
  times: readonly number[],
  selection: ChartSelection,
): Omit<ChartSeriesDto, 'name'>[] {
  const places = new Map(times.map((time, place) => [time, place]));
  const byKey = new Map<string, number[]>();
  for (const one of counts) {
    const place = places.get(one.at.getTime());
    if (place === undefined) continue;
    for (const [key, count] of keyedCounts(one, selection)) {
      const values = byKey.get(key) ?? times.map(() => 0);
      values[place]! += count;
      byKey.set(key, values);
    }
  }
  const series = [...byKey]
    .map(([key, values]) => ({ key, total: sumOf(values), values }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1));
  return series.length > MAX_SERIES ? withRest(series) : series;
}

function withRest(series: Omit<ChartSeriesDto, 'name'>[]): Omit<ChartSeriesDto, 'name'>[] {
  const rest = series.slice(MAX_SERIES);
  const values = rest[0]!.values.map((_value, place) => sumOf(rest.map((one) => one.values[place]!)));
  return [...series.slice(0, MAX_SERIES), { key: null, total: sumOf(values), values }];
}

function keyedCounts(counts: Counts, selection: ChartSelection): [string, number][] {
  const { groupBy, channels, outcomes } = selection;
  switch (groupBy) {
    case 'attempt':
      return attemptsOf(counts.attempts?.[selection.integrationId ?? '']);
    case 'status':
      return Object.entries(counts.runs ?? {});
    case 'provider':
      return channels.flatMap((channel) => byName(counts.providers?.[channel], outcomes));
    case 'workflow':
      return byName(counts.workflows, outcomes);
    default:
      return channels.flatMap((channel) =>
        outcomes.flatMap((outcome) =>
          Object.entries(counts.steps?.[channel]?.[outcome] ?? {}).map(([reason, count]): [string, number] => [
            { outcome, reason, channel }[groupBy],
            count,
          ]),
        ),
      );
  }
}

function byName(named: Record<string, OutcomeCounts> = {}, outcomes: readonly Outcome[]): [string, number][] {
  return Object.entries(named).map(([name, counts]) => [name, sumOf(outcomes.map((outcome) => counts[outcome] ?? 0))]);
}

function attemptsOf(slots: Record<string, AttemptCounts> = {}): [string, number][] {
  return Object.values(slots).flatMap(({ sent = 0, failed = 0 }): [string, number][] => [
    ['sent', sent],
    ['failed', failed],
  ]);
}

/** From trigger to sent, or until the provider had responded, in each period and in all of them. */
export function latencyOf(
  counts: readonly Counts[],
  times: readonly number[],
  selection: ChartSelection,
): ChartLatencyDto {
  const overall: Record<string, number> = {};
  const periods = new Map<number, Record<string, number>>();
  for (const one of counts) {
    const own = periods.get(one.at.getTime()) ?? {};
    periods.set(one.at.getTime(), own);
    for (const histogram of histogramsOf(one, selection)) {
      addTo(own, histogram);
      addTo(overall, histogram);
    }
  }
  const each = (share: number) => times.map((time) => percentile(periods.get(time) ?? {}, share));
  return {
    p50: each(0.5),
    p95: each(0.95),
    overallP50: percentile(overall, 0.5),
    overallP95: percentile(overall, 0.95),
  };
}

function histogramsOf({ latency, responses }: Counts, selection: ChartSelection): Histogram[] {
  const { groupBy, channels, integrationId = '' } = selection;
  if (groupBy === 'attempt') return [responses?.[integrationId] ?? {}];
  return channels.map((channel) => latency?.[channel] ?? {});
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
