import { Text, Title } from '@mantine/core';
import { type Column, DataTable } from '../../ui/data-table';
import { countsOf, HealthBadge, type IntegrationHealth } from '../../ui/integration-health';
import { TextLink } from '../../ui/links';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';

const COLUMNS: Column<IntegrationHealth>[] = [
  {
    name: 'Integration',
    cell: ({ name, integrationId }) => (
      <TextLink to="/integrations/$integrationId" params={{ integrationId }} size="sm">
        {name}
      </TextLink>
    ),
  },
  { name: 'Channel', cell: ({ channel }) => stepName(channel), width: 100 },
  { name: 'Health', cell: (health) => <HealthBadge health={health} />, width: 130 },
  { name: 'Last hour', cell: ({ lastHour }) => countsOf(lastHour), width: 160 },
  { name: 'Last 24 hours', cell: ({ lastDay, providerId }) => <LastDay {...{ lastDay, providerId }} />, width: 160 },
  { name: 'Last failure', cell: (health) => <LastFailure health={health} /> },
];

/** How each integration works. */
export function Providers({ integrations }: { integrations: readonly IntegrationHealth[] }) {
  return (
    <section aria-label="Providers">
      <Title order={2} size="h5" mb="sm">
        Providers
      </Title>
      {integrations.length === 0 ? (
        <Text size="sm" c="dimmed">
          No providers are connected in this environment.
        </Text>
      ) : (
        <DataTable
          label="Providers"
          columns={COLUMNS}
          rows={integrations}
          rowKey={({ integrationId }) => integrationId}
        />
      )}
    </section>
  );
}

function LastDay({ lastDay, providerId }: Pick<IntegrationHealth, 'lastDay' | 'providerId'>) {
  return (
    <TextLink to="/activity" search={{ provider: providerId }} size="sm">
      {countsOf(lastDay)}
    </TextLink>
  );
}

function LastFailure({ health: { lastError, lastFailure } }: { health: IntegrationHealth }) {
  const last = lastError ?? lastFailure;
  if (!last) return null;
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Time at={last.at} />: {lastError?.message ?? lastFailure?.kind}
    </Text>
  );
}
