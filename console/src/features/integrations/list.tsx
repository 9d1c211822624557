import { Badge, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../../api/client';
import { query, read } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { inOrder, type Ordered } from './order';
import { CHANNELS, type Integration, integrationList } from './reads';

const COLUMNS: Column<Ordered>[] = [
  {
    name: 'Name',
    cell: ({ integration: { _id, name, primary } }) => (
      <>
        <TextLink to="/integrations/$integrationId" params={{ integrationId: _id }} size="sm">
          {name}
        </TextLink>
        {primary && (
          <Badge variant="outline" color="blue" ml="xs">
            primary
          </Badge>
        )}
      </>
    ),
  },
  { name: 'Provider', cell: ({ integration }) => integration.providerId, width: 160 },
  {
    name: 'Identifier',
    cell: ({ integration }) => <CopyText text={integration.identifier} label="Copy the identifier" />,
  },
  {
    name: 'State',
    cell: ({ integration: { active } }) => (
      <StatusBadge outcome={active ? 'delivered' : 'skipped'} word={active ? 'on' : 'off'} />
    ),
    width: 90,
  },
  { name: 'Used', cell: ({ use }) => use, width: 240 },
];

/** The integrations of the environment, by channel and in the order in which they are tried. */
export function IntegrationList() {
  const environment = useEnvironment();
  const found = useQuery(query(integrationList, environment));
  const hasFailover = useHasFailover(environment);
  return (
    <>
      <PageHeader
        title="Integrations"
        about="The services that messages are sent with, by channel and in the order in which they are tried."
      >
        <AsCurl request={integrationList} />
        <Connect />
      </PageHeader>
      <Loaded query={found}>
        {(data) => {
          const own = data.filter(({ _environmentId }) => _environmentId === environment.id);
          return own.length === 0 ? <Nothing /> : <ByChannel own={own} hasFailover={hasFailover} />;
        }}
      </Loaded>
    </>
  );
}

function ByChannel({ own, hasFailover }: { own: Integration[]; hasFailover: boolean }) {
  const groups = [
    ...Object.entries(CHANNELS).map(([channel, label]) => ({
      label,
      members: own.filter((one) => one.channel === channel),
    })),
    { label: 'Agents', members: own.filter(({ channel }) => channel === undefined) },
  ];
  return (
    <Stack>
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ label, members }) => (
          <section key={label}>
            <Title order={2} size="h5" mb="xs">
              {label}
            </Title>
            <DataTable
              label={label}
              columns={COLUMNS}
              rows={inOrder(members, hasFailover)}
              rowKey={({ integration }) => integration._id}
            />
          </section>
        ))}
    </Stack>
  );
}

/** Failover is on unless the environment has switched it off. */
function useHasFailover(environment: Environment): boolean {
  const found = useQuery(query(read('/v1/environments', {}), environment));
  return found.data?.data.find(({ _id }) => _id === environment.id)?.failover !== false;
}

function Nothing() {
  return (
    <EmptyState title="Nothing is integrated yet" action={<Connect />}>
      An integration is an account at a service that sends email, SMS, push or chat messages. Without one, messages of a
      channel are not sent.
    </EmptyState>
  );
}

function Connect() {
  return (
    <PermittedLink permission="integrations:write" to="/create/integration" size="xs">
      Connect a provider
    </PermittedLink>
  );
}
