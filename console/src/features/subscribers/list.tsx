import { Group } from '@mantine/core';
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
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { nameOf } from './name';
import { type SubscriberSearch, subscriberList } from './reads';

const COLUMNS: Column<Schemas['SubscriberDto']>[] = [
  {
    name: 'Name',
    cell: (one) => (
      <TextLink to="/subscribers/$subscriberId" params={{ subscriberId: one.subscriberId }} size="sm">
        {nameOf(one)}
      </TextLink>
    ),
  },
  { name: 'ID', cell: ({ subscriberId }) => subscriberId },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Phone', cell: ({ phone }) => phone, width: 140 },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The subscribers of the environment, with filters. */
export function SubscriberList({ search }: { search: SubscriberSearch }) {
  const request = subscriberList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Subscribers" about="The people who receive notifications in this environment.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Subscribers">
        <FilterField
          name="search"
          value={search.search}
          label="Name, ID, email or phone"
          w={{ base: '100%', xs: 320 }}
        />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Subscribers" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['subscriber', 'subscribers']} />
            </>
          ) : (
            <Nobody isFiltered={search.search !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/subscribers">Clear filters</TextLink>}>
        A part of a name, ID, email address or phone number is enough. Another environment may have the person: choose
        it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No subscribers yet" action={<Create />}>
      A subscriber is a person who receives notifications, with the addresses to reach them. Your application makes them
      with the API, also together with a trigger; here you can make one by hand.
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="subscribers:write" to="/create/subscriber" size="xs">
      Create subscriber
    </PermittedLink>
  );
}
