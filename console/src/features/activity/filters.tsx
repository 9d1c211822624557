import { Button, Collapse, Group, MultiSelect, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { wordsOf } from '../../search-text';
import { FilterField } from '../../ui/filter-field';
import { FIRST_PAGE } from '../../ui/paging';
import { STEP_NAMES } from '../../ui/step-name';
import { type RunFilter, type RunSearch, workflowNames } from './reads';
import { REASON_NAMES, RUN_STATUSES, statusWord } from './words';

/** Among the further filters only. */
const FilterTime = lazy(async () => ({ default: (await import('../../ui/filter-time')).FilterTime }));

const STATUSES = RUN_STATUSES.map((value) => ({ value, label: statusWord(value) }));
const REASONS = Object.entries(REASON_NAMES).map(([value, label]) => ({ value, label }));
const STEPS = Object.entries(STEP_NAMES).map(([value, label]) => ({ value, label }));
/** What is asked for less often, behind a button. */
const FURTHER = ['step', 'provider', 'transaction', 'topic', 'context', 'digest', 'since', 'until'] as const;

/** The filters of the list of runs. All of them are in the address. */
export function RunFilters({ search }: { search: RunSearch }) {
  const used = FURTHER.filter((name) => search[name] !== undefined).length;
  const [opened, further] = useDisclosure(used > 0);
  return (
    <search aria-label="Activity">
      <Group gap="xs" mb="xs" align="flex-start">
        <Choices name="status" label="Status" search={search} data={STATUSES} />
        <WorkflowFilter value={search.workflow} />
        <FilterField name="person" value={search.person} label="Name, ID, email or phone" />
        <Choices name="reason" label="Reason" search={search} data={REASONS} />
        <Button
          variant="subtle"
          size="sm"
          onClick={further.toggle}
          aria-expanded={opened}
          leftSection={<ListFilter size={14} aria-hidden />}
        >
          {used > 0 ? `More filters (${used})` : 'More filters'}
        </Button>
      </Group>
      <Collapse expanded={opened} keepMounted={false}>
        <Group gap="xs" mb="xs" align="flex-start">
          <Choices name="step" label="Step type" search={search} data={STEPS} />
          <FilterField name="provider" value={search.provider} label="Provider ID" />
          <FilterField name="transaction" value={search.transaction} label="Transaction ID" />
          <FilterField name="topic" value={search.topic} label="Topic key" />
          <FilterField name="context" value={search.context} label="Context, type:id" />
          <FilterField name="digest" value={search.digest} label="Digest run ID" />
          <Suspense>
            <FilterTime name="since" value={search.since} label="From" />
            <FilterTime name="until" value={search.until} label="Until" />
          </Suspense>
        </Group>
      </Collapse>
    </search>
  );
}

function useFilter(): (name: RunFilter, value: string | undefined) => void {
  const navigate = useNavigate();
  return (name, value) => {
    const search = (now: object) => ({ ...now, ...FIRST_PAGE, [name]: value || undefined });
    void navigate({ to: '.', search: search as never, replace: true });
  };
}

interface ChoicesProps {
  name: 'status' | 'reason' | 'step';
  label: string;
  search: RunSearch;
  data: { value: string; label: string }[];
}

function Choices({ name, label, search, data }: ChoicesProps) {
  const apply = useFilter();
  const value = wordsOf(search[name]) ?? [];
  return (
    <MultiSelect
      w={{ base: '100%', xs: 220 }}
      styles={{ inputField: { minWidth: 24 } }}
      aria-label={label}
      placeholder={value.length === 0 ? label : undefined}
      data={data}
      value={value}
      onChange={(words) => apply(name, words.join(','))}
      searchable={data.length > 8}
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}

/** Workflows by name; an id in the address that is not among the first hundred stays as it is. */
export function WorkflowFilter({ value }: { value: string | undefined }) {
  const apply = useFilter();
  const found = useQuery(query(workflowNames, useEnvironment()));
  const names = found.data?.data.workflows.map(({ workflowId, name }) => ({ value: workflowId, label: name })) ?? [];
  const isListed = value === undefined || names.some((one) => one.value === value);
  return (
    <Select
      w={{ base: '100%', xs: 220 }}
      aria-label="Workflow"
      placeholder="Workflow"
      data={isListed ? names : [...names, { value, label: value }]}
      value={value ?? null}
      onChange={(workflowId) => apply('workflow', workflowId ?? undefined)}
      searchable
      clearable
      nothingFoundMessage="No results"
      clearButtonProps={{ 'aria-label': 'Clear workflow' }}
    />
  );
}
