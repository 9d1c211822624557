import { Code, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';
import { storage } from './reads';

type StoredRecords = Schemas['StoredRecordsDto'];

const COLUMNS: Column<StoredRecords>[] = [
  { name: 'Collection', cell: ({ collection }) => <Code>{collection}</Code> },
  {
    name: 'Records',
    cell: ({ count, countCapped }) => `${count.toLocaleString()}${countCapped ? ' or more' : ''}`,
    width: 140,
  },
  { name: 'Oldest', cell: ({ oldest }) => oldest !== undefined && <Time at={oldest} />, width: 160 },
  { name: 'Retention', cell: ({ keptDays, keptBecause }) => (keptDays ? daysOf(keptDays) : keptBecause) },
];

function daysOf(days: readonly number[]): string {
  return days.map((one) => (one === 0 ? 'forever' : one === 1 ? '1 day' : `${one} days`)).join(', ');
}

/** What the environment has stored, since when, and for how long. */
export function StoredRecords() {
  const found = useQuery(query(storage, useEnvironment()));
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        Data retention
      </Title>
      <Paper maw={960} bg="transparent">
        <Loaded query={found}>
          {({ data }) => (
            <DataTable
              label="Data retention"
              columns={COLUMNS}
              rows={data.filter(({ count }) => count > 0)}
              rowKey={({ collection }) => collection}
            />
          )}
        </Loaded>
        <Text size="sm" c="dimmed" mt="xs">
          Settings of the installation say for how many days, or the environment, by its retention.
        </Text>
      </Paper>
    </section>
  );
}
