import { Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
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
import { KIND_NAMES } from './editor/kind-fields';
import { kindName } from './kinds';
import { ChosenActions, RowActions } from './list-actions';
import { PAGE_SIZE, statusOf, tagList, workflowList, type WorkflowSearch } from './reads';
import { WorkflowBadge } from './status';

const COLUMNS: Column<Schemas['WorkflowListItemDto']>[] = [
  {
    name: 'Name',
    cell: ({ name, workflowId }) => (
      <TextLink to="/workflows/$workflowId" params={{ workflowId }} size="sm">
        {name}
      </TextLink>
    ),
  },
  { name: 'ID', cell: ({ workflowId, origin }) => (origin === 'external' ? `${workflowId} (in code)` : workflowId) },
  { name: 'Status', cell: (workflow) => <WorkflowBadge status={statusOf(workflow)} />, width: 130 },
  { name: 'Steps', cell: ({ stepTypeOverviews }) => stepTypeOverviews.map(kindName).join(' → ') },
  { name: 'Type', cell: kindOf, width: 150 },
  { name: 'Tags', cell: ({ tags }) => tags.join(', ') },
  { name: 'Last trigger', cell: ({ lastTriggeredAt }) => <Time at={lastTriggeredAt} />, width: 180 },
  { name: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} />, width: 180 },
  { name: 'Actions', cell: (workflow) => <RowActions workflow={workflow} />, width: 80 },
];

/** The kind of a workflow, and the category by which people choose. */
function kindOf({ kind, category }: Schemas['WorkflowListItemDto']): string {
  return category === null ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} · ${category}`;
}

/** The workflows of the environment, with filters. */
export function WorkflowList({ search }: { search: WorkflowSearch }) {
  const environment = useEnvironment();
  const request = workflowList(search);
  const page = useQuery({ ...query(request, environment), placeholderData: keepPreviousData });
  const mayNot = useRefusal('workflows:write') !== undefined;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const shown = page.data?.data.workflows.map(({ workflowId }) => workflowId) ?? [];
  const chosen = picked.filter((one) => shown.includes(one));
  const columns = mayNot ? COLUMNS : [...COLUMNS, selectColumn(chosen, setPicked)];
  const isFiltered = [search.text, search.status, search.tag].some((filter) => filter !== undefined);
  return (
    <>
      <PageHeader title="Workflows" about="What is sent when something happens, step by step.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Workflows">
        <FilterField name="text" value={search.text} label="Search by name or ID" />
        <Choices search={search} />
      </Group>
      <Loaded query={page}>
        {({ data: { workflows, totalCount } }) =>
          workflows.length > 0 ? (
            <>
              <ChosenActions chosen={chosen} areArchived={search.status === 'ARCHIVED'} onDone={() => setPicked([])} />
              <DataTable label="Workflows" columns={columns} rows={workflows} rowKey={({ _id }) => _id} />
              <OffsetPager
                page={pageOf(search.page)}
                pageSize={PAGE_SIZE}
                totalCount={totalCount}
                words={['workflow', 'workflows']}
              />
            </>
          ) : (
            <Nothing isFiltered={isFiltered || search.page !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function selectColumn(
  chosen: readonly string[],
  onChange: (workflowIds: readonly string[]) => void,
): Column<Schemas['WorkflowListItemDto']> {
  return {
    name: 'Select',
    width: 70,
    cell: ({ workflowId, name }) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${name}`}
        checked={chosen.includes(workflowId)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? [...chosen, workflowId] : chosen.filter((one) => one !== workflowId))
        }
      />
    ),
  };
}

function Choices({ search }: { search: WorkflowSearch }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const tags = useQuery(query(tagList(environment.id), environment)).data?.data ?? [];
  const choose = (change: Partial<WorkflowSearch>) =>
    void navigate({ to: '.', search: (now) => ({ ...now, page: undefined, ...change }), replace: true });
  return (
    <>
      <NativeSelect
        aria-label="Status"
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ status: value as WorkflowSearch['status'] })}
        data={[
          { value: '', label: 'All statuses' },
          { value: 'ACTIVE', label: 'Active' },
          { value: 'INACTIVE', label: 'Inactive' },
          { value: 'ERROR', label: 'Has errors' },
          { value: 'ARCHIVED', label: 'Archived' },
        ]}
      />
      <NativeSelect
        aria-label="Tag"
        value={search.tag ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ tag: value })}
        data={[{ value: '', label: 'All tags' }, ...namesOf(tags, search.tag)]}
      />
      <NativeSelect
        aria-label="Sort by"
        value={search.order ?? 'updatedAt'}
        onChange={({ currentTarget: { value } }) => choose({ order: value as WorkflowSearch['order'] })}
        data={[
          { value: 'updatedAt', label: 'Last updated' },
          { value: 'lastTriggeredAt', label: 'Last triggered' },
          { value: 'createdAt', label: 'Newest' },
          { value: 'name', label: 'Name' },
        ]}
      />
    </>
  );
}

function namesOf(tags: readonly { name: string }[], chosen: string | undefined): string[] {
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...tags.map(({ name }) => name)])];
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/workflows">Clear filters</TextLink>}>
        All filters must apply. Another environment may have the workflow: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No workflows yet" action={<Create />}>
      A workflow says what your application sends when something happens: an email, a message in the inbox, a pause
      between them. Your application names it in a trigger.
      <Text span display="block" mt="xs" inherit>
        Make one here and look at its preview, before anybody receives it.
      </Text>
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="workflows:write" to="/create/workflow" size="xs">
      Create workflow
    </PermittedLink>
  );
}
