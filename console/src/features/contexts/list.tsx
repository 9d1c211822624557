import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
import { type Context, contextList, type ContextSearch } from './reads';

const COLUMNS: Column<Context>[] = [
  {
    name: 'ID',
    cell: ({ type, id }) => (
      <TextLink to="/contexts/$type/$id" params={{ type, id }} size="sm">
        {id}
      </TextLink>
    ),
  },
  { name: 'Type', cell: ({ type }) => type },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
  { name: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} />, width: 180 },
];

/** The contexts of the environment. */
export function ContextList({ search }: { search: ContextSearch }) {
  const request = contextList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Contexts"
        about="Where notifications belong, such as a tenant or region, with data for templates."
      >
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Contexts">
        <FilterField name="search" value={search.search} label="Search by type or ID" />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable
                label="Contexts"
                columns={COLUMNS}
                rows={data.data}
                rowKey={({ type, id }) => `${type}:${id}`}
              />
              <Pager page={data} words={['context', 'contexts']} />
            </>
          ) : (
            <Nothing isFiltered={search.search !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/contexts">Clear filters</TextLink>}>
        Another environment may have it: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No contexts yet" action={<Create />}>
      Triggers name contexts by type and ID, and make those that are missing. Templates and conditions read their data,
      and a topic subscription can hold in one context alone.
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="contexts:write" to="/create/context" size="xs">
      Create context
    </PermittedLink>
  );
}
