import { Badge, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
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
import { layoutList, type LayoutSearch, PAGE_SIZE } from './reads';

const COLUMNS: Column<Schemas['LayoutDto']>[] = [
  {
    name: 'Name',
    cell: ({ name, layoutId }) => (
      <TextLink to="/layouts/$layoutId" params={{ layoutId }} size="sm">
        {name}
      </TextLink>
    ),
  },
  { name: 'ID', cell: ({ layoutId }) => layoutId },
  { name: 'Default', cell: ({ isDefault }) => isDefault && <Badge variant="outline">Default</Badge>, width: 120 },
  { name: 'Localization', cell: ({ isTranslationEnabled }) => isTranslationEnabled && 'On', width: 110 },
  { name: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} />, width: 180 },
];

/** The layouts of the environment. */
export function LayoutList({ search }: { search: LayoutSearch }) {
  const request = layoutList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Layouts" about="Header, footer and styles around your emails.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Layouts">
        <FilterField name="text" value={search.text} label="Search by name or ID" />
      </Group>
      <Loaded query={page}>
        {({ data: { layouts, totalCount } }) =>
          layouts.length > 0 ? (
            <>
              <DataTable label="Layouts" columns={COLUMNS} rows={layouts} rowKey={({ _id }) => _id} />
              <OffsetPager
                page={pageOf(search.page)}
                pageSize={PAGE_SIZE}
                totalCount={totalCount}
                words={['layout', 'layouts']}
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
      <EmptyState title="No results" action={<TextLink to="/layouts">Clear filters</TextLink>}>
        Another environment may have it: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No layouts yet" action={<Create />}>
      A layout is the frame that emails share: logo, imprint, colors. The first one becomes the default of all email
      steps that name none.
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="layouts:write" to="/create/layout" size="xs">
      Create layout
    </PermittedLink>
  );
}
