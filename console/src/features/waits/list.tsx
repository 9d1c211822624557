import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterBar } from '../../ui/filter-bar';
import { FilterField } from '../../ui/filter-field';
import { FilterPerson } from '../../ui/filter-person';
import { FilterSelect } from '../../ui/filter-select';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { EndWaits } from './end-waits';
import { filterOf, REASON_OPTIONS, REASONS, type Wait, waitList, type WaitSearch } from './reads';

const COLUMNS: Column<Wait>[] = [
  {
    name: 'Reason',
    cell: ({ notificationId, reason }) => (
      <TextLink to="/activity/$notificationId" params={{ notificationId }} size="sm">
        {REASONS[reason] ?? reason}
      </TextLink>
    ),
  },
  { name: 'Workflow', cell: ({ workflowId }) => workflowId ?? 'deleted' },
  { name: 'Step', cell: ({ stepId, key }) => (key === undefined ? stepId : `${stepId} · ${key}`) },
  { name: 'Subscriber', cell: (wait) => <Subscriber wait={wait} /> },
  { name: 'Since', cell: ({ since }) => <Time at={since} />, width: 170 },
  { name: 'Until', cell: ({ until }) => <Time at={until} />, width: 170 },
  { name: 'Actions', cell: (wait) => <Actions wait={wait} />, width: 170 },
];

/** Notifications that wait, with filters, and ending their waits. */
export function WaitList({ search }: { search: WaitSearch }) {
  const request = waitList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        title="Waiting"
        about="Notifications that wait for a delay, a digest, quiet hours, another attempt or a limit."
      >
        <AsCurl request={request} />
      </PageHeader>
      <FilterBar label="Waiting" values={Object.values(filter)}>
        <FilterSelect name="reason" value={search.reason} label="Reason" all="All reasons" options={REASON_OPTIONS} />
        <FilterPerson name="subscriberId" value={search.subscriberId} />
        <FilterField name="workflowId" value={search.workflowId} label="Workflow ID" />
        <FilterField name="stepId" value={search.stepId} label="Step ID" />
        <FilterField name="transactionId" value={search.transactionId} label="Transaction ID" />
        <FilterField name="key" value={search.key} label="Digest key" />
      </FilterBar>
      {isFiltered && (page.data?.data.length ?? 0) > 0 && (
        <Group mb="sm" gap="xs">
          <EndWaits how="release" which={filter} what="all that match" label="Release all that match" size="xs" />
          <EndWaits how="cancel" which={filter} what="all that match" label="Cancel all that match" size="xs" />
        </Group>
      )}
      <Loaded query={page}>
        {(data) => (
          <>
            {data.data.length > 0 ? (
              <DataTable
                label="Waiting"
                columns={COLUMNS}
                rows={data.data}
                rowKey={({ notificationId }) => notificationId}
              />
            ) : (
              <None isFiltered={isFiltered} hasMore={data.next !== null} />
            )}
            <Pager page={data} words={['notification', 'notifications']} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** A recipient who was erased since has no id any more. */
function Subscriber({ wait: { subscriberId } }: { wait: Wait }) {
  if (subscriberId === undefined) return 'deleted';
  return (
    <TextLink to="/subscribers/$subscriberId" params={{ subscriberId }} size="sm">
      {subscriberId}
    </TextLink>
  );
}

function Actions({ wait: { notificationId } }: { wait: Wait }) {
  const which = { notificationIds: [notificationId] };
  return (
    <Group gap={6} wrap="nowrap">
      <EndWaits how="release" which={which} what="this notification" label="Release" size="compact-xs" />
      <EndWaits how="cancel" which={which} what="this notification" label="Cancel" size="compact-xs" />
    </Group>
  );
}

function None({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  if (hasMore) return <EmptyState title="No results on this page">The next page may have some.</EmptyState>;
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/waits">Clear filters</TextLink>}>
        Filters match the whole text. Another environment may have it: choose one at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing is waiting" action={<TextLink to="/activity">View activity</TextLink>}>
      Notifications that wait for a delay, a digest or quiet hours are listed here. You can release or cancel them.
    </EmptyState>
  );
}
