import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterField } from '../../ui/filter-field';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { pageOf } from '../../search-text';
import { OffsetPager } from '../../ui/offset-pager';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { type Tenant, tenantList, type TenantSearch } from './reads';

const COLUMNS: Column<Tenant>[] = [
  {
    name: 'Name',
    cell: ({ identifier, name }) => (
      <TextLink to="/tenants/$tenantIdentifier" params={{ tenantIdentifier: identifier }} size="sm">
        {name || identifier}
      </TextLink>
    ),
  },
  { name: 'Identifier', cell: ({ identifier }) => identifier },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
  { name: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} />, width: 180 },
];

/** The tenants of the environment. */
export function TenantList({ search }: { search: TenantSearch }) {
  const request = tenantList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Tenants" about="Customers of yours on whose behalf notifications are sent.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Tenants">
        <FilterField
          name="text"
          value={search.text}
          label="Search by name or identifier"
          w={{ base: '100%', xs: 280 }}
        />
      </Group>
      <Loaded query={page}>
        {({ data, pageSize, totalCount }) =>
          data.length > 0 ? (
            <>
              <DataTable label="Tenants" columns={COLUMNS} rows={data} rowKey={({ _id }) => _id} />
              <OffsetPager
                page={pageOf(search.page)}
                pageSize={pageSize}
                totalCount={totalCount}
                words={['tenant', 'tenants']}
              />
            </>
          ) : (
            <Nothing isFiltered={search.text !== undefined || search.page !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/tenants">Clear filters</TextLink>}>
        Another environment may have it: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No tenants yet" action={<Create />}>
      A trigger that names a tenant gives templates and conditions its data. Unlike contexts, a tenant has to be there
      before it is named: triggers do not make it.
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="contexts:write" to="/create/tenant" size="xs">
      Create tenant
    </PermittedLink>
  );
}
