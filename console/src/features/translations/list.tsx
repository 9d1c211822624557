import { Badge, Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
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
import { EmptyState } from '../../ui/states';
import { AllTexts } from './all-texts';
import {
  layoutList,
  PAGE_SIZE,
  type ResourceType,
  translationGroup,
  type TranslationSearch,
  workflowList,
} from './reads';

interface Row {
  type: ResourceType;
  id: string;
  name: string;
  isTranslated: boolean;
}

const COLUMNS: Column<Row>[] = [
  {
    name: 'Name',
    cell: ({ type, id, name }) => (
      <TextLink to="/translations/$resourceType/$resourceId" params={{ resourceType: type, resourceId: id }} size="sm">
        {name}
      </TextLink>
    ),
  },
  { name: 'ID', cell: ({ id }) => id },
  { name: 'Localization', cell: ({ isTranslated }) => (isTranslated ? 'On' : 'Off'), width: 110 },
  { name: 'Languages', cell: (row) => row.isTranslated && <Languages row={row} /> },
];

/** Workflows and layouts with their languages, and what these lack. */
export function TranslationList({ search }: { search: TranslationSearch }) {
  const { type = 'workflow' } = search;
  const environment = useEnvironment();
  const navigate = useNavigate();
  const isWorkflows = type === 'workflow';
  const options = { placeholderData: keepPreviousData };
  const workflows = useQuery({ ...query(workflowList(search), environment), ...options, enabled: isWorkflows });
  const layouts = useQuery({ ...query(layoutList(search), environment), ...options, enabled: !isWorkflows });
  const found = isWorkflows ? workflows : layouts;
  const rows: Row[] = isWorkflows
    ? (workflows.data?.data.workflows ?? []).map(({ workflowId, name, isTranslationEnabled }) => ({
        type,
        id: workflowId,
        name,
        isTranslated: isTranslationEnabled,
      }))
    : (layouts.data?.data.layouts ?? []).map(({ layoutId, name, isTranslationEnabled }) => ({
        type,
        id: layoutId,
        name,
        isTranslated: isTranslationEnabled,
      }));
  return (
    <>
      <PageHeader title="Translations" about="The texts of workflows and layouts in the languages of their readers.">
        <AsCurl request={isWorkflows ? workflowList(search) : layoutList(search)} />
        <AllTexts />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Translations">
        <SegmentedControl
          aria-label="Texts of"
          data={[
            { value: 'workflow', label: 'Workflows' },
            { value: 'layout', label: 'Layouts' },
          ]}
          value={type}
          onChange={(next) => void navigate({ to: '/translations', search: { type: next } })}
        />
        <FilterField name="text" value={search.text} label="Search by name or ID" />
      </Group>
      <Loaded query={{ ...found, data: found.data }}>
        {({ data: { totalCount } }) =>
          rows.length > 0 ? (
            <>
              <DataTable label="Translations" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
              <OffsetPager
                page={pageOf(search.page)}
                pageSize={PAGE_SIZE}
                totalCount={totalCount}
                words={isWorkflows ? ['workflow', 'workflows'] : ['layout', 'layouts']}
              />
            </>
          ) : (
            <Nothing type={type} isFiltered={search.text !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function Languages({ row: { type, id } }: { row: Row }) {
  const group = useQuery(query(translationGroup(type, id), useEnvironment())).data?.data;
  if (!group) return null;
  const { locales, missingKeys = {}, outdatedKeys = {}, outdatedLocales = [] } = group;
  const all = [...new Set([...locales, ...Object.keys(missingKeys)])];
  if (all.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None yet
      </Text>
    );
  return (
    <Group gap={6}>
      {all.map((locale) => {
        const missing = missingKeys[locale]?.length ?? 0;
        const outdated = outdatedKeys[locale]?.length ?? 0;
        const lacks = [
          missing > 0 ? `${missing} missing` : outdatedLocales.includes(locale) && 'texts missing',
          outdated > 0 && `${outdated} outdated`,
        ].filter(Boolean);
        const lack = lacks.length > 0 ? `: ${lacks.join(', ')}` : '';
        return (
          <Badge key={locale} variant="outline" color={lack ? 'orange' : 'teal'}>
            {`${locale}${lack}`}
          </Badge>
        );
      })}
    </Group>
  );
}

function Nothing({ type, isFiltered }: { type: ResourceType; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/translations">Clear filters</TextLink>}>
        Another environment may have it: choose it at the top.
      </EmptyState>
    );
  const action =
    type === 'workflow' ? (
      <TextLink to="/workflows">View workflows</TextLink>
    ) : (
      <TextLink to="/layouts">View layouts</TextLink>
    );
  return (
    <EmptyState title="Nothing to translate yet" action={action}>
      Templates print a text of the reader&apos;s language with {'{{t.greeting}}'}. Texts belong to a workflow or a
      layout: make one first.
    </EmptyState>
  );
}
