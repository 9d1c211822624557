import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { TextLink } from './links';
import type { Line } from './line-chart';

const LineChart = lazy(() => import('./line-chart'));

/** Colors of lines without a meaning of their own. */
export const COLORS = ['bell', 'orange', 'teal', 'red', 'blue'].map((name) => `var(--mantine-color-${name}-text)`);

interface ChartPanelProps {
  title: string;
  times: readonly string[];
  lines: Line[];
  format: (value: number) => string;
  /** A total for each line. */
  children: ReactNode;
}

/** Lines over time under a title, with their totals as legend. */
export function ChartPanel({ title, times, lines, format, children }: ChartPanelProps) {
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
  search?: object;
}

/** The total of a line, in its color, with a link to the activity that it counts. */
export function Total({ line: { name, color }, total, search }: TotalProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <span aria-hidden style={{ width: 10, height: 10, borderRadius: 2, background: color, flexShrink: 0 }} />
      {search ? (
        <TextLink to="/activity" search={search} size="sm">{`${total} ${name}`}</TextLink>
      ) : (
        <Text size="sm">{`${name} ${total}`}</Text>
      )}
    </Group>
  );
}

/** A number of messages, for an axis that may have fractions. */
export function countText(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString() : '';
}

/** A time in milliseconds or seconds. */
export function latencyText(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${Math.round(value / 100) / 10} s`;
}
