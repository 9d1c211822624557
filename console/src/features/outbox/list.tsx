import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterField } from '../../ui/filter-field';
import { FilterSelect } from '../../ui/filter-select';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { EmptyOutbox } from './empty-outbox';
import { CHANNELS, outboxList, type OutboxMessage, type OutboxSearch } from './reads';

/** New messages come in while somebody is trying something. */
const EVERY_MS = 3000;

const COLUMNS: Column<OutboxMessage>[] = [
  {
    name: 'Subject',
    cell: ({ _id, subject, preview }) => (
      <TextLink to="/outbox/$outboxMessageId" params={{ outboxMessageId: _id }} size="sm">
        {subject || preview || 'No subject'}
      </TextLink>
    ),
  },
  { name: 'Channel', cell: ({ channel }) => stepName(channel), width: 90 },
  { name: 'To', cell: ({ recipients }) => recipients.join(', '), width: 200 },
  { name: 'Preview', cell: ({ preview }) => preview },
  { name: 'Received', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** What would have been sent. */
export function OutboxList({ search }: { search: OutboxSearch }) {
  const { channel, recipient, transactionId } = search;
  const request = outboxList(search);
  const page = useQuery({
    ...query(request, useEnvironment()),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });
  const filter = { channel, recipient, transactionId };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title="Outbox" about="Messages caught for testing instead of being sent.">
        <AsCurl request={request} />
        <EmptyOutbox filter={filter} total={page.data?.totalCount ?? 0} />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Outbox">
        <FilterSelect
          name="channel"
          value={channel}
          label="Channel"
          all="All channels"
          options={CHANNELS.map((value) => ({ value, label: stepName(value) }))}
        />
        <FilterField name="recipient" value={recipient} label="Recipient address" />
        <FilterField name="transactionId" value={transactionId} label="Transaction ID" />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Outbox" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['message', 'messages']} />
            </>
          ) : isFiltered ? (
            <EmptyState title="No results" action={<TextLink to="/outbox">Clear filters</TextLink>}>
              Filters match the whole text.
            </EmptyState>
          ) : (
            <EmptyState title="The outbox is empty">
              Messages land here instead of leaving while the integration of their channel is one of the outbox, or
              while the installation has the setting DELIVER_TO=outbox. Trigger a workflow to see one.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
