import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { query, read } from '../../api/read';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';
import { browserOf } from './browser';

type OwnSession = Schemas['OwnSessionDto'];

const COLUMNS: Column<OwnSession>[] = [
  {
    name: 'Browser',
    cell: ({ userAgent, current }) => (
      <Group gap="xs" component="span">
        {browserOf(userAgent)}
        {current && (
          <Badge variant="outline" color="teal">
            this session
          </Badge>
        )}
      </Group>
    ),
  },
  { name: 'IP address', cell: ({ address }) => address },
  { name: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  { name: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { name: 'Actions', cell: (session) => <End session={session} /> },
];

/** The sessions of the person. */
export const ownSessions = read('/v1/sessions', {});

/** Where the person has signed in. */
export function OwnSessions() {
  const sessions = useQuery(query(ownSessions));
  const endOthers = useChange({
    run: () => responseOf(api().DELETE('/v1/sessions')),
    resource: 'sessions',
    environment: undefined,
    done: 'You were signed out everywhere else',
  });
  return (
    <Loaded query={sessions}>
      {({ data }) => (
        <>
          <DataTable label="Sessions" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          <Group justify="flex-end" mt="sm">
            <Button
              variant="default"
              size="xs"
              disabled={data.length < 2}
              loading={endOthers.isPending}
              onClick={() => endOthers.mutate()}
            >
              Sign out everywhere else
            </Button>
          </Group>
        </>
      )}
    </Loaded>
  );
}

/** The session of this browser is ended by signing out. */
function End({ session: { id, current, userAgent } }: { session: OwnSession }) {
  const end = useChange({
    run: () => responseOf(api().DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId: id } } })),
    resource: 'sessions',
    environment: undefined,
    done: 'Signed out',
  });
  if (current) return null;
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={`Sign out ${browserOf(userAgent)}`}
    >
      Sign out
    </Button>
  );
}
