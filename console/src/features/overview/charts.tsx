import { Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { ChartPanel, COLORS, countText, latencyText, Total } from '../../ui/chart-panel';
import { DeliveryFigures, ToActivity } from '../../ui/delivery-figures';
import type { Line } from '../../ui/line-chart';
import { Loaded } from '../../ui/loaded';
import { Failures } from './failures';
import { outcomeChart, skippedChart } from './chart-reads';
import type { OverviewSearch, Span } from './reads';

type Chart = Schemas['ChartDto'];

const REFETCH_MS = 60_000;
/** As many as there are {@link COLORS}. */
const MAX_REASONS = 5;

const OUTCOMES: Record<string, { word: string; color: string; status: string }> = {
  completed: { word: 'sent', color: 'var(--mantine-color-teal-text)', status: 'completed' },
  failed: { word: 'failed', color: 'var(--mantine-color-red-text)', status: 'failed' },
  skipped: { word: 'skipped', color: 'var(--mantine-color-dimmed)', status: 'skipped' },
  canceled: { word: 'canceled', color: 'var(--mantine-color-orange-text)', status: 'canceled' },
  merged: { word: 'digested', color: 'var(--mantine-color-blue-text)', status: 'merged' },
};
const SPAN_WORDS: { value: Span; label: string }[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'month', label: 'Last 30 days' },
];

interface ChartsProps {
  search: OverviewSearch;
  reasonName: (reason: string) => string;
}

/** Messages in a time: figures beside the time before, by outcome, skipped by reason, failures, and the latency. */
export function Charts({ search, reasonName }: ChartsProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const look = { placeholderData: keepPreviousData, refetchInterval: REFETCH_MS };
  const outcomes = useQuery({ ...query(outcomeChart(search), environment), ...look });
  const skipped = useQuery({ ...query(skippedChart(search), environment), ...look });
  return (
    <section aria-label="Messages over time">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          Messages
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={SPAN_WORDS}
          value={search.span ?? 'day'}
          onChange={(span) => {
            const next = (now: object) => ({ ...now, span: span === 'day' ? undefined : span });
            void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
          }}
        />
      </Group>
      <Stack gap="md">
        <Loaded query={outcomes}>{({ data }) => <Figures chart={data} />}</Loaded>
        <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="md">
          <Loaded query={outcomes}>{({ data }) => <OutcomeChart chart={data} />}</Loaded>
          <Loaded query={skipped}>{({ data }) => <SkippedChart chart={data} reasonName={reasonName} />}</Loaded>
          <Loaded query={outcomes}>{({ data }) => <LatencyChart chart={data} />}</Loaded>
        </SimpleGrid>
        <Failures search={search} reasonName={reasonName} />
      </Stack>
    </section>
  );
}

function Figures({ chart }: { chart: Chart }) {
  const [since] = chart.times;
  return (
    <DeliveryFigures
      chart={chart}
      sent="completed"
      latency="Latency"
      failures={(count) => <ToActivity search={{ status: 'failed', since }}>{count}</ToActivity>}
    />
  );
}

function OutcomeChart({ chart }: { chart: Chart }) {
  const lines = useMemo(
    () =>
      chart.series.map(({ key, values }): Line => {
        const look = OUTCOMES[key ?? ''];
        return { name: look?.word ?? key ?? 'others', color: look?.color ?? COLORS[0]!, values };
      }),
    [chart],
  );
  const [since] = chart.times;
  return (
    <ChartPanel title="By outcome" times={chart.times} lines={lines} format={countText}>
      {chart.series.map(({ key, total }, index) => {
        const status = OUTCOMES[key ?? '']?.status;
        return (
          <Total
            key={key}
            line={lines[index]!}
            total={total.toLocaleString()}
            search={status === undefined ? undefined : { status, since }}
          />
        );
      })}
    </ChartPanel>
  );
}

function SkippedChart({ chart, reasonName }: { chart: Chart; reasonName: ChartsProps['reasonName'] }) {
  const shown = useMemo(() => chart.series.filter(({ key }) => key !== null).slice(0, MAX_REASONS), [chart]);
  const lines = useMemo(
    () => shown.map(({ key, values }, index): Line => ({ name: reasonName(key ?? ''), color: COLORS[index]!, values })),
    [shown, reasonName],
  );
  const [since] = chart.times;
  return (
    <ChartPanel title="Skipped by reason" times={chart.times} lines={lines} format={countText}>
      {shown.map(({ key, total }, index) => (
        <Total
          key={key}
          line={lines[index]!}
          total={total.toLocaleString()}
          search={{ reason: key ?? undefined, since }}
        />
      ))}
    </ChartPanel>
  );
}

function LatencyChart({ chart: { times, latency } }: { chart: Chart }) {
  const lines = useMemo(
    (): Line[] => [
      { name: 'p50', color: COLORS[0]!, values: latency?.p50 ?? [] },
      { name: 'p95', color: COLORS[1]!, values: latency?.p95 ?? [] },
    ],
    [latency],
  );
  const totals = [latency?.overallP50, latency?.overallP95];
  const hasAny = totals.some((total) => typeof total === 'number');
  return (
    <ChartPanel title="Delivery latency" times={times} lines={hasAny ? lines : []} format={latencyText}>
      {lines.map((line, index) => (
        <Total key={line.name} line={line} total={latencyText(totals[index] ?? 0)} />
      ))}
    </ChartPanel>
  );
}
