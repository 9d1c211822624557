import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterBar } from '../../ui/filter-bar';
import { FilterField } from '../../ui/filter-field';
import { FilterPerson } from '../../ui/filter-person';
import { FilterSelect } from '../../ui/filter-select';
import { FilterTime } from '../../ui/filter-time';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { providerName } from '../../ui/provider-name';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { CHANNELS, type DeadLetter, deadLetterList, type DeadLetterSearch, filterOf } from './reads';
import { ReplayAll } from './replay-all';
import { ReplayOne } from './replay-one';

const COLUMNS: Column<DeadLetter>[] = [
  {
    name: 'Reason',
    cell: ({ id, error, errorId }) => (
      <TextLink to="/dead-letters/$deadLetterId" params={{ deadLetterId: id }} size="sm">
        {error ?? errorId ?? 'Unknown'}
      </TextLink>
    ),
  },
  { name: 'Channel', cell: ({ channel }) => stepName(channel), width: 90 },
  { name: 'Provider', cell: ({ providerId }) => providerId && providerName(providerId) },
  { name: 'Workflow', cell: ({ workflowId }) => workflowId },
  { name: 'Subscriber', cell: (one) => <Subscriber deadLetter={one} /> },
  { name: 'Attempts', cell: ({ attempts }) => attempts.length, width: 90 },
  { name: 'Failed', cell: ({ failedAt }) => <Time at={failedAt} />, width: 180 },
  { name: 'Actions', cell: ({ id }) => <ReplayOne deadLetterId={id} size="compact-xs" />, width: 100 },
];

/** Messages that were given up, with filters, and sending them again. */
export function DeadLetterList({ search }: { search: DeadLetterSearch }) {
  const request = deadLetterList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title="Failed messages" about="Messages that a provider rejected, or that failed after all retries.">
        <AsCurl request={request} />
      </PageHeader>
      <FilterBar label="Failed messages" values={Object.values(filter)}>
        <FilterSelect
          name="channel"
          value={search.channel}
          label="Channel"
          all="All channels"
          options={CHANNELS.map((value) => ({ value, label: stepName(value) }))}
        />
        <FilterField name="providerId" value={search.providerId} label="Provider ID" />
        {search.integrationId !== undefined && (
          <FilterField name="integrationId" value={search.integrationId} label="Integration ID" />
        )}
        <FilterField name="workflowId" value={search.workflowId} label="Workflow ID" />
        <FilterPerson name="subscriberId" value={search.subscriberId} />
        <FilterField name="transactionId" value={search.transactionId} label="Transaction ID" />
        <FilterTime name="failedAfter" value={search.failedAfter} label="From" />
        <FilterTime name="failedBefore" value={search.failedBefore} label="To" />
      </FilterBar>
      <ReplayAll filter={filter} total={page.data?.totalCount ?? 0} isMore={page.data?.totalCountCapped ?? false} />
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Failed messages" columns={COLUMNS} rows={data.data} rowKey={({ id }) => id} />
              <Pager page={data} words={['failed message', 'failed messages']} />
            </>
          ) : (
            <None isFiltered={isFiltered} />
          )
        }
      </Loaded>
    </>
  );
}

/** A recipient who was erased since has no id any more. */
function Subscriber({ deadLetter: { subscriberId } }: { deadLetter: DeadLetter }) {
  if (subscriberId === undefined) return 'deleted';
  return (
    <TextLink to="/subscribers/$subscriberId" params={{ subscriberId }} size="sm">
      {subscriberId}
    </TextLink>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/dead-letters">Clear filters</TextLink>}>
        Filters match the whole text. Another environment may have it: choose one at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No failed messages" action={<TextLink to="/webhooks">Create a webhook for failures</TextLink>}>
      A message that a provider refuses, or that fails with all integrations that could send it, comes here, with each
      attempt and the provider&rsquo;s words. You can retry it here.
    </EmptyState>
  );
}
