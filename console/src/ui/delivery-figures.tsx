import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { latencyText } from './chart-panel';
import { type Change, changeOf, percentText, successRate, throughput } from './change-words';
import { TextLink } from './links';
import { Time } from './time';

const ICONS = { up: ArrowUp, down: ArrowDown, none: Minus };

/** How a number differs from the time before, as icon, word and color. */
export function ChangeSign({ change }: { change: Change | undefined }) {
  if (!change) return null;
  const { direction, word, isBetter } = change;
  const Icon = ICONS[direction];
  const color = isBetter === undefined ? 'dimmed' : `var(--mantine-color-${isBetter ? 'teal' : 'red'}-text)`;
  return (
    <Group gap={2} wrap="nowrap" c={color}>
      <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Text span size="xs">
        {word}
      </Text>
    </Group>
  );
}

interface DeliveryFiguresProps {
  /** A chart with its latency and its comparison. */
  chart: Schemas['ChartDto'];
  /** The key of the series of what was sent. */
  sent: 'completed' | 'sent';
  /** What is sent, for a link to the list of it. */
  failures: (text: string) => ReactNode;
  /** What latency is called. */
  latency: string;
}

/** Success rate, what was sent and what failed, and the latency, beside the time before where that has data. */
export function DeliveryFigures({ chart, sent: sentKey, failures, latency: latencyName }: DeliveryFiguresProps) {
  const { series, latency, comparison } = chart;
  const total = (key: string) => series.find((one) => one.key === key)?.total ?? 0;
  const compared = (key: string) => {
    const found = comparison?.series.find((one) => one.key === key);
    return { now: found?.total ?? 0, before: found?.previous ?? 0 };
  };
  const [sent, failed] = [total(sentKey), total('failed')];
  const [sents, fails] = [compared(sentKey), compared('failed')];
  const has = comparison ?? undefined;
  const times = has?.latency;
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
        <Figure
          title="Success rate"
          value={percentText(successRate(sent, failed))}
          change={has && changeOf(successRate(sents.now, fails.now), successRate(sents.before, fails.before), 'rate')}
        />
        <Figure
          title="Sent"
          value={sent.toLocaleString()}
          about={throughput(sent, chart, Date.now())}
          change={has && changeOf(sents.now, sents.before, 'volume')}
        />
        <Figure
          title="Failed"
          value={failed === 0 ? '0' : failures(failed.toLocaleString())}
          change={has && changeOf(fails.now, fails.before, 'failures')}
        />
        <Figure
          title={`${latencyName} p50`}
          value={latencyOrNone(latency?.overallP50)}
          change={changeOf(times?.p50, times?.previousP50, 'latency')}
        />
        <Figure
          title={`${latencyName} p95`}
          value={latencyOrNone(latency?.overallP95)}
          change={changeOf(times?.p95, times?.previousP95, 'latency')}
        />
      </SimpleGrid>
      {has && (
        <Text size="xs" c="dimmed" component="div">
          Changes compare <Time at={has.from} /> to <Time at={has.to} /> with <Time at={has.previousFrom} /> to{' '}
          <Time at={has.previousTo} />.
        </Text>
      )}
    </Stack>
  );
}

function latencyOrNone(value: number | null | undefined): string {
  return typeof value === 'number' ? latencyText(value) : '–';
}

interface FigureProps {
  title: string;
  value: ReactNode;
  about?: string;
  change: Change | undefined;
}

function Figure({ title, value, about, change }: FigureProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} miw={0}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text size="xl" fw={650} component="div">
        {value}
      </Text>
      {about && (
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      )}
      <ChangeSign change={change} />
    </Paper>
  );
}

/** A number that leads to the activity that it counts. */
export function ToActivity({ search, children }: { search: object; children: string }) {
  return (
    <TextLink to="/activity" search={search} inherit>
      {children}
    </TextLink>
  );
}
