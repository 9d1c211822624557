import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, read } from '../../api/read';
import { useEnvironment } from '../../api/session';
import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Pager, type Place } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';

type Subscription = Schemas['SubscriptionDto'];

const PAGE = 25;

const COLUMNS: Column<Subscription>[] = [
  {
    name: 'Topic',
    cell: ({ topic }) => (
      <TextLink to="/topics/$topicKey" params={{ topicKey: topic.key }} size="sm">
        {topic.name || topic.key}
      </TextLink>
    ),
  },
  { name: 'Key', cell: ({ topic }) => topic.key },
  { name: 'Contexts', cell: ({ contextKeys }) => contextKeys.join(', ') },
  { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The topics that a subscriber is subscribed to. */
export function TopicsTab({ subscriberId, place: { after, before } }: { subscriberId: string; place: Place }) {
  const request = read('/v2/subscribers/{subscriberId}/subscriptions', {
    path: { subscriberId },
    query: { after, before, limit: PAGE },
  });
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <Loaded query={page}>
      {(data) =>
        data.data.length > 0 ? (
          <Stack gap="xs">
            <DataTable label="Topics" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
            <Pager page={data} words={['subscription', 'subscriptions']} />
            <Text size="sm" c="dimmed">
              Open a topic to remove the subscription or change its rules.
            </Text>
          </Stack>
        ) : (
          <EmptyState title="Not subscribed to any topic" action={<TextLink to="/topics">View topics</TextLink>}>
            A trigger that names a topic reaches all of its members. Add this subscriber on the screen of a topic.
          </EmptyState>
        )
      }
    </Loaded>
  );
}
