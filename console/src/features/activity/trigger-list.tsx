import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterField } from '../../ui/filter-field';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { TestBadge } from '../../ui/test-badge';
import { Time } from '../../ui/time';
import { WorkflowFilter } from './filters';
import { triggerList, type TriggerSearch } from './reads';

const COLUMNS: Column<Schemas['EventDto']>[] = [
  {
    name: 'Trigger',
    cell: ({ transactionId }) => (
      <TextLink to="/triggers/$transactionId" params={{ transactionId }} size="sm">
        {transactionId}
      </TextLink>
    ),
  },
  {
    name: 'Workflow',
    cell: ({ workflow, isTest }) => (
      <>
        {workflow.name ?? 'deleted'} {isTest && <TestBadge />}
      </>
    ),
  },
  {
    name: 'Recipients',
    cell: ({ kind, expanded }) =>
      `${expanded.toLocaleString()} ${expanded === 1 ? 'person' : 'people'}${kind === 'broadcast' ? ', broadcast' : ''}`,
  },
  { name: 'Result', cell: (event) => <Result event={event} /> },
  { name: 'Accepted', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The triggers of the environment, also those that reached nobody. */
export function TriggerList({ search }: { search: TriggerSearch }) {
  const request = triggerList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const isFiltered = search.transaction !== undefined || search.workflow !== undefined;
  return (
    <>
      <PageHeader title="Triggers" about="Each trigger from your application, with its recipients and result.">
        <AsCurl request={request} />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Triggers">
        <FilterField name="transaction" value={search.transaction} label="Transaction ID" />
        <WorkflowFilter value={search.workflow} />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 || data.next !== null || data.previous !== null ? (
            <>
              <DataTable
                label="Triggers"
                columns={COLUMNS}
                rows={data.data}
                rowKey={({ transactionId }) => transactionId}
              />
              <Pager page={data} words={['trigger', 'triggers']} />
            </>
          ) : (
            <Nothing isFiltered={isFiltered} />
          )
        }
      </Loaded>
    </>
  );
}

function Result({ event }: { event: Schemas['EventDto'] }) {
  const { transactionId, nothingSent, sent, failed, skipped, merged, waiting } = event;
  if (nothingSent?.reason === 'merged')
    return (
      <Text size="sm">
        Merged into a digest.{' '}
        <TextLink to="/activity" search={{ transaction: transactionId }}>
          View digest
        </TextLink>
      </Text>
    );
  if (nothingSent) return <Text size="sm">Nothing was sent. {nothingSent.detail}.</Text>;
  const counts = [
    [sent, 'sent'],
    [failed, 'failed'],
    [skipped, 'skipped'],
    [merged, 'merged'],
    [waiting, 'waiting'],
  ] as const;
  const texts = counts
    .flatMap(([count = 0, word]) => (count > 0 ? [[count, word] as const] : []))
    .map(([count, word]) => `${count.toLocaleString()} ${word}`);
  return texts.join(', ') || 'finding recipients';
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/triggers">Clear filters</TextLink>}>
        Enter the whole transaction ID. Old triggers are deleted, and another environment may have it: choose it at the
        top.
      </EmptyState>
    );
  return (
    <EmptyState title="No triggers yet" action={<TextLink to="/activity">View activity</TextLink>}>
      Your application triggers a workflow with POST /v1/events/trigger. Its outcome is listed here, also when it
      reached nobody.
    </EmptyState>
  );
}
