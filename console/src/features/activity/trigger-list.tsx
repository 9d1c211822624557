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
  { name: 'Workflow', cell: ({ workflow }) => workflow.name ?? 'deleted' },
  {
    name: 'For',
    cell: ({ kind, expanded }) =>
      `${expanded.toLocaleString()} ${expanded === 1 ? 'person' : 'people'}${kind === 'broadcast' ? ', broadcast' : ''}`,
  },
  { name: 'Came to', cell: (event) => <CameTo event={event} /> },
  { name: 'Accepted', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The triggers of the environment, also those that reached nobody. */
export function TriggerList({ search }: { search: TriggerSearch }) {
  const request = triggerList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const isFiltered = search.transaction !== undefined || search.workflow !== undefined;
  return (
    <>
      <PageHeader title="Triggers" about="Each call of your application, and the outcome for all of its recipients.">
        <AsCurl request={request} />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Triggers">
        <FilterField name="transaction" value={search.transaction} label="Id of the trigger" />
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

function CameTo({ event }: { event: Schemas['EventDto'] }) {
  const { transactionId, nothingSent, sent, failed, skipped, merged, waiting } = event;
  if (nothingSent?.reason === 'merged')
    return (
      <Text size="sm">
        Merged into a digest.{' '}
        <TextLink to="/activity" search={{ transaction: transactionId }}>
          See which
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
  return texts.join(', ') || 'recipients are being looked up';
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No trigger fits these filters" action={<TextLink to="/triggers">Show all</TextLink>}>
        The id has to be whole. Triggers are forgotten after the time that those who run Carillon have set; another
        environment may have it: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing has been triggered yet" action={<TextLink to="/activity">See the activity</TextLink>}>
      Your application triggers a workflow with POST /v1/events/trigger. Its outcome is listed here, also when it
      reached nobody.
    </EmptyState>
  );
}
