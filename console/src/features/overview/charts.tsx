import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import type { Line } from './line-chart';
import { outcomeChart, type OverviewSearch, skippedChart } from './reads';

const LineChart = lazy(() => import('./line-chart'));

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
const COLORS = ['bell', 'orange', 'teal', 'red', 'blue'].map((name) => `var(--mantine-color-${name}-text)`);
const SPAN_WORDS = [
  { value: 'day', label: 'Last 24 hours' },
  { value: 'month', label: 'Last 30 days' },
];

/** Messages over time: by outcome, those that were skipped by reason, and how long they took. */
export function Charts({ search, reasonName }: { search: OverviewSearch; reasonName: (reason: string) => string }) {
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
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="md">
        <Loaded query={outcomes}>{({ data }) => <OutcomeChart chart={data} />}</Loaded>
        <Loaded query={skipped}>{({ data }) => <SkippedChart chart={data} reasonName={reasonName} />}</Loaded>
        <Loaded query={outcomes}>{({ data }) => <LatencyChart chart={data} />}</Loaded>
      </SimpleGrid>
    </section>
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
  return (
    <Panel title="By outcome" times={chart.times} lines={lines} format={count}>
      {chart.series.map(({ key, total }, index) => (
        <Total key={key} line={lines[index]!} total={count(total)} search={{ status: OUTCOMES[key ?? '']?.status }} />
      ))}
    </Panel>
  );
}

function SkippedChart({ chart, reasonName }: { chart: Chart; reasonName: (reason: string) => string }) {
  const shown = useMemo(() => chart.series.filter(({ key }) => key !== null).slice(0, MAX_REASONS), [chart]);
  const lines = useMemo(
    () => shown.map(({ key, values }, index): Line => ({ name: reasonName(key ?? ''), color: COLORS[index]!, values })),
    [shown, reasonName],
  );
  return (
    <Panel title="Skipped by reason" times={chart.times} lines={lines} format={count}>
      {shown.map(({ key, total }, index) => (
        <Total key={key} line={lines[index]!} total={count(total)} search={{ reason: key ?? undefined }} />
      ))}
    </Panel>
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
    <Panel title="Delivery latency" times={times} lines={hasAny ? lines : []} format={milliseconds}>
      {lines.map((line, index) => (
        <Total key={line.name} line={line} total={milliseconds(totals[index] ?? 0)} />
      ))}
    </Panel>
  );
}

interface PanelProps {
  title: string;
  times: readonly string[];
  lines: Line[];
  format: (value: number) => string;
  /** A total for each line. */
  children: ReactNode;
}

function Panel({ title, times, lines, format, children }: PanelProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} miw={0}>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed" py="xl">
          No data in this period.
        </Text>
      ) : (
        <Stack gap="xs">
          <Suspense fallback={<div style={{ height: 190 }} />}>
            <LineChart label={`${title}: ${lines.map(({ name }) => name).join(', ')}`} {...{ times, lines, format }} />
          </Suspense>
          <Group gap="md">{children}</Group>
        </Stack>
      )}
    </Paper>
  );
}

interface TotalProps {
  line: Line;
  total: string;
  /** Filter of the activity list that it links to; absent: no link. */
  search?: { status?: string; reason?: string };
}

/** The total of a line, in its colour, with a link to the activity that it counts. */
function Total({ line: { name, color }, total, search }: TotalProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <span aria-hidden style={{ width: 10, height: 10, borderRadius: 2, background: color, flexShrink: 0 }} />
      {(search?.status ?? search?.reason) ? (
        <TextLink to="/activity" search={search} size="sm">{`${total} ${name}`}</TextLink>
      ) : (
        <Text size="sm">{`${name} ${total}`}</Text>
      )}
    </Group>
  );
}

function count(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString() : '';
}

function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${Math.round(value / 100) / 10} s`;
}
