import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { TextLink } from '../../ui/links';
import { deadLetterCount, type DeadLetterFilter } from './reads';

/** How often the counts are read again while they are shown. */
const EVERY_MS = 2000;

/** A replay of all that the filters let through: how many there were, and since when. */
export interface Replay {
  filter: DeadLetterFilter;
  total: number;
  startedAt: string;
  result?: Schemas['ReplayedDto'];
}

/** How many of the messages have left the list, and how many have come back since. */
export function ReplayProgress({ replay, onClose }: { replay: Replay; onClose: () => void }) {
  const { filter, total, startedAt, result } = replay;
  const environment = useEnvironment();
  const isDone = result !== undefined;
  const waiting = useQuery({
    ...query(deadLetterCount({ ...filter, failedBefore: earlier(filter.failedBefore, startedAt) }), environment),
    refetchInterval: isDone ? false : EVERY_MS,
  });
  const again = useQuery({
    ...query(deadLetterCount({ ...filter, failedAfter: startedAt }), environment),
    refetchInterval: EVERY_MS,
  });
  const left = waiting.data?.totalCount ?? total;
  const percent = isDone || total === 0 ? 100 : Math.min(100, Math.round((100 * (total - left)) / total));
  const returned = again.data?.totalCount ?? 0;
  return (
    <Alert
      variant="outline"
      mb="sm"
      withCloseButton={isDone}
      onClose={onClose}
      closeButtonLabel="Close the progress"
      title={isDone ? 'Retried' : 'Retrying'}
      role="status"
    >
      <Stack gap="xs">
        <Progress value={percent} aria-label="Retried messages" />
        <Group gap="md">
          <Text size="sm">
            {isDone ? wordsOf(result) : `${(total - left).toLocaleString()} of ${total.toLocaleString()} retried`}
          </Text>
          {returned > 0 && (
            <TextLink to="/dead-letters" search={{ ...filter, failedAfter: startedAt }} size="sm">
              {returned.toLocaleString()} failed again
            </TextLink>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function wordsOf({ replayed, refused }: NonNullable<Replay['result']>): string {
  const sent = `${replayed.toLocaleString()} ${replayed === 1 ? 'message' : 'messages'} retried.`;
  if (refused === 0) return sent;
  return `${sent} ${refused.toLocaleString()} not retried: their content is deleted, or their run has not ended.`;
}

function earlier(one: string | undefined, other: string): string {
  return one !== undefined && new Date(one) < new Date(other) ? one : other;
}
