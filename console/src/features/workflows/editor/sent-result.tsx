import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client';
import { query, read } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { AsCurl } from '../../../ui/as-curl';
import { CopyText } from '../../../ui/copy';
import { ProblemAlert, Waiting } from '../../../ui/states';
import { StatusBadge } from '../../../ui/status-badge';
import type { StepType } from '../kinds';
import { KindIcon } from './kind-icon';
import { outcomeOf, words } from './simulation-result';

const LOOK_EVERY_MS = 700;

/** What became of a trigger, step by step, until its run ends or waits. */
export function SentResult({ trigger: { status, transactionId } }: { trigger: Schemas['TriggerResultDto'] }) {
  const request = read('/v1/notifications', { query: { transactionId, limit: 1 } });
  const runs = useQuery({
    ...query(request, useEnvironment()),
    enabled: transactionId !== undefined,
    refetchInterval: ({ state }) => {
      const run = state.data?.data[0];
      return run === undefined || run.status === 'running' ? LOOK_EVERY_MS : false;
    },
  });
  const run = runs.data?.data[0];
  if (status !== 'processed' || transactionId === undefined)
    return (
      <Alert color="orange" variant="outline" title="Nothing was sent">
        {`The response to the trigger is: ${words(status)}.`}
      </Alert>
    );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text size="sm">Accepted as</Text>
        <CopyText text={transactionId} label="Copy the transaction id" />
        <AsCurl request={request} />
      </Group>
      {runs.error && <ProblemAlert error={runs.error} />}
      {!run && !runs.error && <Waiting />}
      {run?.jobs.map(({ _id, type, step, status: state, reason, executionDetails }) => (
        <Stack key={_id} gap={2}>
          <Group gap="xs">
            <KindIcon type={type as StepType} />
            <Text size="sm" fw={600}>
              {step.name}
            </Text>
            <StatusBadge outcome={outcomeOf(state)} word={state} />
            {reason && (
              <Text size="sm" c="dimmed">
                {words(reason)}
              </Text>
            )}
          </Group>
          {(state === 'failed' || state === 'skipped') && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {executionDetails.at(-1)?.raw ?? executionDetails.at(-1)?.detail}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
