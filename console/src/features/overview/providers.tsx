import { Text, Title } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { StatusBadge } from '../../ui/status-badge';
import { Time } from '../../ui/time';

type Health = Schemas['IntegrationHealthDto'];

const COLUMNS: Column<Health>[] = [
  {
    name: 'Integration',
    cell: ({ name, providerId }) => (
      <TextLink to="/activity" search={{ provider: providerId }} size="sm">
        {name}
      </TextLink>
    ),
  },
  { name: 'Channel', cell: ({ channel }) => channel, width: 100 },
  { name: 'State', cell: (health) => <State health={health} />, width: 130 },
  { name: 'Last hour', cell: ({ lastHour }) => countsOf(lastHour), width: 160 },
  { name: 'Last day', cell: ({ lastDay }) => countsOf(lastDay), width: 160 },
  { name: 'Last failure', cell: (health) => <LastFailure health={health} /> },
];

/** How each integration works. */
export function Providers({ integrations }: { integrations: readonly Health[] }) {
  return (
    <section aria-label="Providers">
      <Title order={2} size="h5" mb="sm">
        Providers
      </Title>
      {integrations.length === 0 ? (
        <Text size="sm" c="dimmed">
          This environment has no integration that sends over a provider.
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

function State({ health: { active, lastHour } }: { health: Health }) {
  if (!active) return <StatusBadge outcome="cancelled" word="not active" />;
  if (lastHour.failed > 0) return <StatusBadge outcome="failed" word={lastHour.sent > 0 ? 'fails in part' : 'fails'} />;
  return lastHour.sent > 0 ? (
    <StatusBadge outcome="delivered" word="works" />
  ) : (
    <StatusBadge outcome="waiting" word="idle" />
  );
}

function countsOf({ sent, failed }: Health['lastHour']): string {
  return `${sent.toLocaleString()} sent, ${failed.toLocaleString()} failed`;
}

function LastFailure({ health: { lastError, lastFailure } }: { health: Health }) {
  const last = lastError ?? lastFailure;
  if (!last) return null;
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Time at={last.at} />: {lastError?.message ?? lastFailure?.kind}
    </Text>
  );
}
