import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';
import { failedMessages } from './health-reads';
import type { Integration } from './reads';

type DeadLetter = Schemas['DeadLetterDto'];

const COLUMNS: Column<DeadLetter>[] = [
  {
    name: 'Reason',
    cell: ({ id, error, errorId }) => (
      <TextLink to="/dead-letters/$deadLetterId" params={{ deadLetterId: id }} size="sm">
        {error ?? errorId ?? 'Unknown'}
      </TextLink>
    ),
  },
  { name: 'Workflow', cell: ({ workflowId }) => workflowId, width: 200 },
  {
    name: 'Run',
    cell: ({ notificationId, subscriberId }) => (
      <TextLink to="/activity/$notificationId" params={{ notificationId }} size="sm">
        {subscriberId ?? 'deleted'}
      </TextLink>
    ),
    width: 200,
  },
  { name: 'Failed', cell: ({ failedAt }) => <Time at={failedAt} />, width: 180 },
];

/** The last messages that failed with an integration, in the words of its provider. */
export function LastErrors({ integration: { _id } }: { integration: Integration }) {
  const found = useQuery(query(failedMessages(_id), useEnvironment()));
  return (
    <section aria-label="Last errors">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h6">
          Last errors
        </Title>
        {(found.data?.data.length ?? 0) > 0 && (
          <TextLink to="/dead-letters" search={{ integrationId: _id }} size="sm">
            View and retry failed messages
          </TextLink>
        )}
      </Group>
      <Loaded query={found}>
        {({ data }) =>
          data.length > 0 ? (
            <DataTable label="Last errors" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          ) : (
            <Text size="sm" c="dimmed">
              No failed messages. Attempts that succeeded on retry are shown in the run.
            </Text>
          )
        }
      </Loaded>
    </section>
  );
}
