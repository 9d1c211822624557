import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, read } from '../api/read';
import { useEnvironment, useRefusal } from '../api/session';
import { AsCurl } from './as-curl';
import { actorInWords, operationInWords } from './audit-words';
import { Changes } from './changes';
import { Loaded } from './loaded';
import { Pager, type Place } from './paging';
import { EmptyState } from './states';
import { Time } from './time';

const PAGE = 20;

interface ChangeHistoryProps {
  /** The resource of the operations, such as `workflows`. */
  resource: string;
  /** Any id of the thing. */
  resourceId: string;
  place: Place;
}

/** Who changed a thing, when, and what: its entries of the audit trail, newest first. */
export function ChangeHistory({ resource, resourceId, place: { after, before } }: ChangeHistoryProps) {
  const environment = useEnvironment();
  const refusal = useRefusal('audit:read');
  const filter = { kind: 'change' as const, resource, resourceId, environmentId: environment.id };
  const request = read('/v1/audit', { query: { ...filter, after, before, limit: PAGE } });
  const page = useQuery({
    ...query(request, environment),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  if (refusal !== undefined) {
    return <EmptyState title="The history is part of the audit trail">{refusal}</EmptyState>;
  }
  return (
    <Loaded query={page}>
      {(data) => (
        <Stack>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              Newest first. Of texts with more than 1,000 characters the trail has the beginning.
            </Text>
            <AsCurl request={request} />
          </Group>
          {data.data.length === 0 && (
            <EmptyState title="Nothing has changed">
              Each change is entered here, for as long as the audit trail is kept.
            </EmptyState>
          )}
          {data.data.map((entry) => (
            <Paper key={entry.sequence} withBorder p="md" component="article">
              <Group gap="xs" mb="xs">
                <Title order={2} size="h6">
                  {operationInWords(entry.operation)}
                </Title>
                <Text size="sm">{actorInWords(entry.actor)}</Text>
                <Text size="sm" c="dimmed" component="div">
                  <Time at={entry.at} />
                </Text>
                {entry.result !== 'success' && <Text size="sm">refused</Text>}
              </Group>
              <Changes of={entry} />
            </Paper>
          ))}
          {data.data.length > 0 && <Pager page={data} words={['change', 'changes']} />}
        </Stack>
      )}
    </Loaded>
  );
}
