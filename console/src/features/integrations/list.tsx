import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { ChannelProblems } from '../../ui/channel-problems';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { countsOf, HealthBadge, type IntegrationHealth, overview } from '../../ui/integration-health';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { providerName } from '../../ui/provider-name';
import { EmptyState } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { useHasFailover } from './health-reads';
import { Move } from './move';
import { inOrder, isChosen, type Ordered } from './order';
import { MakePrimary } from './own-actions';
import { CHANNELS, type Integration, integrationList } from './reads';

const columns = (health: ReadonlyMap<string, IntegrationHealth>): Column<Ordered>[] => [
  {
    name: 'Name',
    cell: ({ integration: { _id, name, primary, providerId } }) => (
      <div>
        <TextLink to="/integrations/$integrationId" params={{ integrationId: _id }} size="sm">
          {name}
        </TextLink>
        <Group gap="xs">
          <Text size="xs" c="dimmed" fw={400}>
            {providerName(providerId)}
          </Text>
          {primary && (
            <Badge variant="outline" color="blue" size="sm">
              primary
            </Badge>
          )}
        </Group>
      </div>
    ),
  },
  {
    name: 'Identifier',
    cell: ({ integration }) => <CopyText text={integration.identifier} label="Copy identifier" />,
    width: 210,
  },
  {
    name: 'Status',
    cell: ({ integration: { active, health } }) =>
      active && health ? (
        <StatusBadge outcome="failed" word="Refused" />
      ) : (
        <StatusBadge outcome={active ? 'delivered' : 'canceled'} word={active ? 'Active' : 'Disabled'} />
      ),
    width: 110,
  },
  { name: 'Used', cell: ({ use }) => use, width: 200 },
  { name: 'Health', cell: ({ integration }) => <LastDay health={health.get(integration._id)} />, width: 190 },
];

/** In channels in which one integration is chosen. */
const ORDER: Column<Ordered> = { name: 'Order', cell: orderOf, width: 175 };

/** The integrations of the environment, by channel and in the order in which they are tried. */
export function IntegrationList() {
  const environment = useEnvironment();
  const found = useQuery(query(integrationList, environment));
  const hasFailover = useHasFailover(environment);
  return (
    <>
      <PageHeader title="Integrations" about="Providers that send your messages, by channel and failover order.">
        <AsCurl request={integrationList} />
        <Connect />
      </PageHeader>
      <Loaded query={found}>
        {(data) => {
          const own = data.filter(({ _environmentId }) => _environmentId === environment.id);
          return (
            <Stack>
              <ChannelProblems />
              {own.length === 0 ? <Nothing /> : <ByChannel own={own} hasFailover={hasFailover} />}
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

function ByChannel({ own, hasFailover }: { own: Integration[]; hasFailover: boolean }) {
  const health = useHealth();
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
              columns={isChosen(members) ? [...columns(health), ORDER] : columns(health)}
              rows={inOrder(members, hasFailover)}
              rowKey={({ integration }) => integration._id}
            />
          </section>
        ))}
    </Stack>
  );
}

/** How each integration has worked lately, by its id; empty for those who may not see the activity. */
function useHealth(): ReadonlyMap<string, IntegrationHealth> {
  const isRefused = useRefusal('notifications:read') !== undefined;
  const found = useQuery({ ...query(overview, useEnvironment()), enabled: !isRefused });
  return new Map((found.data?.data.integrations ?? []).map((one) => [one.integrationId, one]));
}

/** Changes its place among the others. */
function orderOf(ordered: Ordered) {
  // Nothing is before the primary one but those with conditions, and nothing makes it primary again.
  if (ordered.integration.primary) return null;
  return (
    <Group gap={6} wrap="nowrap">
      <Move ordered={ordered} />
      <MakePrimary integration={ordered.integration} inList />
    </Group>
  );
}

function LastDay({ health }: { health: IntegrationHealth | undefined }) {
  if (!health?.active) return null;
  return (
    <Group gap="xs">
      <HealthBadge health={health} />
      <Text size="xs" c="dimmed">
        {countsOf(health.lastDay)}
      </Text>
    </Group>
  );
}

function Nothing() {
  return (
    <EmptyState title="No integrations yet" action={<Connect />}>
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
