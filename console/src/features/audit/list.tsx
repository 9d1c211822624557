import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment, useSession } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterBar } from '../../ui/filter-bar';
import { FilterField } from '../../ui/filter-field';
import { FilterSelect } from '../../ui/filter-select';
import { FilterTime } from '../../ui/filter-time';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { actorInWords, kindInWords } from '../../ui/audit-words';
import { Time } from '../../ui/time';
import { EntryDrawer } from './entry';
import { ExportTrail } from './export';
import { operationTitle } from './operation-title';
import { type AuditSearch, auditList, type Entry } from './reads';

const KIND_OPTIONS = [
  { value: 'change', label: 'Changes' },
  { value: 'secret', label: 'Secrets viewed' },
  { value: 'session', label: 'Sessions' },
];

const COLUMNS: Column<Entry>[] = [
  {
    name: 'Action',
    cell: ({ operation, sequence }) => (
      <TextLink to="." search={(now) => ({ ...now, entry: String(sequence) })} size="sm" resetScroll={false}>
        {operationTitle(operation)}
      </TextLink>
    ),
  },
  { name: 'Actor', cell: ({ actor }) => actorInWords(actor) },
  {
    name: 'Resource',
    cell: ({ resourceName, resourceIds: [id] }) =>
      resourceName !== undefined ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {resourceName}
        </Text>
      ) : (
        id !== undefined && (
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Text>
        )
      ),
    width: 215,
  },
  { name: 'Environment', cell: ({ environmentId }) => <Where environmentId={environmentId} />, width: 130 },
  {
    name: 'Result',
    cell: (entry) => (
      <StatusBadge
        outcome={entry.result === 'success' ? 'delivered' : 'failed'}
        word={entry.result === 'success' ? kindInWords(entry) : 'refused'}
      />
    ),
    width: 110,
  },
  { name: 'Date', cell: ({ at }) => <Time at={at} />, width: 180 },
];

/** Who changed what, and who saw which secret. */
export function AuditTrail({ search }: { search: AuditSearch }) {
  const request = auditList(search);
  const { kind, environmentId, actor, resource, resourceId, operation, from, to } = search;
  const filter = { kind, environmentId, actor, resource, resourceId, operation, from, to };
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const { environments } = useSession();
  return (
    <>
      <PageHeader title="Audit log" about="Who changed what and when, and who viewed secrets.">
        <AsCurl request={request} />
        <ExportTrail from={search.from} to={search.to} />
      </PageHeader>
      <FilterBar label="Audit log" values={Object.values(filter)}>
        <FilterSelect name="kind" value={kind} label="Type" all="All types" options={KIND_OPTIONS} />
        <FilterSelect
          name="environmentId"
          value={environmentId}
          label="Environment of the entries"
          all="All environments"
          options={environments.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterField name="actor" value={actor} label="Actor: email or key name" />
        <FilterField name="resource" value={resource} label="Resource type" />
        <FilterField name="resourceId" value={resourceId} label="Resource ID" />
        <FilterField name="operation" value={operation} label="Operation ID" />
        <FilterTime name="from" value={from} label="From" />
        <FilterTime name="to" value={to} label="To" />
      </FilterBar>
      <Loaded query={page}>
        {(data) => (
          <>
            {data.data.length > 0 ? (
              <>
                <DataTable
                  label="Audit log"
                  columns={COLUMNS}
                  rows={data.data}
                  rowKey={({ sequence }) => String(sequence)}
                />
                <Pager page={data} words={['entry', 'entries']} />
              </>
            ) : (
              <EmptyState title="No results" action={<TextLink to="/audit">Clear filters</TextLink>}>
                Filters match the whole text. Triggers, and what subscribers do in their inbox, are in Activity, not in
                the audit log.
              </EmptyState>
            )}
            <EntryDrawer sequence={search.entry} entries={data.data} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Where({ environmentId }: { environmentId: string | undefined }) {
  const { environments } = useSession();
  if (environmentId === undefined) return 'organization';
  return environments.find(({ id }) => id === environmentId)?.name ?? environmentId;
}
