import { Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { ChartPanel, COLORS, countText, latencyText, Total } from '../../ui/chart-panel';
import { DeliveryFigures, ToActivity } from '../../ui/delivery-figures';
import type { Line } from '../../ui/line-chart';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { requestChart, type RequestSpan } from './health-reads';
import { LastErrors } from './last-errors';
import type { Integration } from './reads';

const REFETCH_MS = 60_000;

const SPANS: { value: RequestSpan; label: string }[] = [
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
];

/** How an integration has worked: success rate, response times, errors by hour, and the last messages that failed. */
export function IntegrationActivity({ integration }: { integration: Integration }) {
  const environment = useEnvironment();
  const [span, setSpan] = useState<RequestSpan>('day');
  const isRefused = useRefusal('notifications:read') !== undefined;
  const request = useMemo(() => requestChart(integration._id, span, new Date()), [integration._id, span]);
  const found = useQuery({
    ...query(request, environment),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    enabled: !isRefused,
  });
  if (isRefused) return null;
  return (
    <Stack component="section" aria-label="Health" gap="md">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Health
        </Title>
        <SegmentedControl size="xs" aria-label="Period" data={SPANS} value={span} onChange={setSpan} />
      </Group>
      <Loaded query={found}>{({ data }) => <Requests chart={data} providerId={integration.providerId} />}</Loaded>
      <LastErrors integration={integration} />
    </Stack>
  );
}

function Requests({ chart, providerId }: { chart: Schemas['ChartDto']; providerId: string }) {
  const { times, series, latency } = chart;
  const [since] = times;
  const failed = { provider: providerId, status: 'failed', since };
  const counts = useMemo(
    () =>
      series.map(({ key, values }): Line => ({
        name: key ?? '',
        color: `var(--mantine-color-${key === 'failed' ? 'red' : 'teal'}-text)`,
        values,
      })),
    [series],
  );
  const responses = useMemo(
    (): Line[] => [
      { name: 'p50', color: COLORS[0]!, values: latency?.p50 ?? [] },
      { name: 'p95', color: COLORS[1]!, values: latency?.p95 ?? [] },
    ],
    [latency],
  );
  if (series.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No requests in this period.
      </Text>
    );
  return (
    <Stack gap="md">
      <DeliveryFigures
        chart={chart}
        sent="sent"
        latency="Response"
        failures={(count) => <ToActivity search={failed}>{count}</ToActivity>}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ChartPanel title="Requests per hour" times={times} lines={counts} format={countText}>
          {series.map(({ key, total }, index) => (
            <Total
              key={key}
              line={counts[index]!}
              total={total.toLocaleString()}
              search={key === 'failed' ? failed : { provider: providerId, since }}
            />
          ))}
        </ChartPanel>
        <ChartPanel title="Response time" times={times} lines={responses} format={latencyText}>
          {responses.map((line, index) => (
            <Total
              key={line.name}
              line={line}
              total={latencyText([latency?.overallP50, latency?.overallP95][index] ?? 0)}
            />
          ))}
        </ChartPanel>
      </SimpleGrid>
      <Group gap="md">
        <TextLink to="/activity" search={failed} size="sm">
          View failed runs
        </TextLink>
      </Group>
    </Stack>
  );
}
