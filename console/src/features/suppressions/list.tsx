import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterBar } from '../../ui/filter-bar';
import { FilterField } from '../../ui/filter-field';
import { FilterSelect } from '../../ui/filter-select';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { ExportSuppressions, ImportSuppressions } from './files';
import {
  CHANNEL_OPTIONS,
  CHANNELS,
  REASON_OPTIONS,
  REASONS,
  reasonWords,
  SOURCES,
  type Suppression,
  suppressionList,
  type SuppressionSearch,
} from './reads';
import classes from './list.module.css';
import { RemoveSuppression } from './remove';

const COLUMNS: Column<Suppression>[] = [
  { name: 'Address', cell: ({ address, channel }) => <Two first={address} second={CHANNELS[channel]} />, width: '30%' },
  {
    name: 'Reason',
    cell: ({ reason }) => (
      <Two first={reasonWords(reason)} second={`Blocks ${REASONS[reason]?.blocks ?? 'all messages'}`} />
    ),
    width: '22%',
  },
  { name: 'Source', cell: ({ source }) => <Two first={sourceWords(source)} second={source.words} /> },
  { name: 'Added', cell: (entry) => <Dates entry={entry} />, width: 170 },
  { name: 'Actions', cell: (entry) => <RemoveSuppression entry={entry} />, width: 100 },
];

/** The addresses to which nothing is sent, with filters. */
export function SuppressionList({ search }: { search: SuppressionSearch }) {
  const request = suppressionList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const { channel, address, reason } = search;
  const isFiltered = [channel, address, reason].some((filter) => filter !== undefined);
  return (
    <>
      <PageHeader
        title="Suppressions"
        about="Addresses that get no messages: hard bounces, complaints, opt-outs, and those you add."
      >
        <AsCurl request={request} />
        <ImportSuppressions />
        <ExportSuppressions filter={{ channel, address, reason }} />
        <Add />
      </PageHeader>
      <FilterBar label="Suppressions" values={[channel, address, reason]}>
        <FilterField name="address" value={address} label="Search by address" />
        <FilterSelect name="channel" value={channel} label="Channel" all="All channels" options={CHANNEL_OPTIONS} />
        <FilterSelect name="reason" value={reason} label="Reason" all="All reasons" options={REASON_OPTIONS} />
      </FilterBar>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Suppressions" columns={COLUMNS} rows={data.data} rowKey={({ id }) => id} />
              <Pager page={data} words={['suppression', 'suppressions']} />
            </>
          ) : (
            <None isFiltered={isFiltered} />
          )
        }
      </Loaded>
    </>
  );
}

/** The words of a provider, which explain a bounce, may be long. */
function Two({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <div>
      <Text size="sm" className={classes.long}>
        {first}
      </Text>
      {second !== undefined && (
        <Text size="xs" c="dimmed" lineClamp={2} className={classes.long}>
          {second}
        </Text>
      )}
    </div>
  );
}

function Dates({ entry: { createdAt, expiresAt } }: { entry: Suppression }) {
  return (
    <Two
      first={<Time at={createdAt} />}
      second={
        expiresAt === undefined ? undefined : (
          <>
            Expires <Time at={expiresAt} />
          </>
        )
      }
    />
  );
}

function sourceWords({ type, providerId }: Suppression['source']): string {
  return providerId === undefined ? SOURCES[type] : `${SOURCES[type]}: ${providerId}`;
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/suppressions">Clear filters</TextLink>}>
        No suppressed address matches, so the list does not keep messages from it. Another environment has its own list.
      </EmptyState>
    );
  return (
    <EmptyState title="No suppressed addresses" action={<Add />}>
      Hard bounces, complaints and opt-outs that providers report appear here by themselves. You can add addresses, or
      import those of your earlier provider.
    </EmptyState>
  );
}

function Add() {
  return (
    <PermittedLink permission="subscribers:write" to="/create/suppression" size="xs">
      Add an address
    </PermittedLink>
  );
}
