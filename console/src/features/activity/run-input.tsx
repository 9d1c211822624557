import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MASK } from '../../../../src/platform/values/mask';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyButton, CopyText } from '../../ui/copy';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { type RunEntry, runContent } from './reads';
import { triggerOf } from './simulate';

/** What the trigger has given: its id, payload, context and topics. */
export function RunInput({ run }: { run: RunEntry }) {
  const { transactionId, payload, contextKeys, topics = [], template } = run;
  const opened = useOpenedPayload(run);
  const shown = opened.payload ?? payload;
  const text = shown && JSON.stringify(shown, null, 2);
  const trigger = triggerOf({ ...run, payload: shown });
  const identifier = template?.triggers[0]?.identifier;
  return (
    <Paper withBorder p="md" component="section" aria-label="Input">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h6">
            Input
          </Title>
          {trigger && (
            <AsCurl label="Trigger as curl" request={{ method: 'POST', path: '/v1/events/trigger', body: trigger }} />
          )}
        </Group>
        <Line name="Trigger">
          <CopyText text={transactionId} label="Copy transaction ID" />
        </Line>
        {identifier !== undefined && (
          <Line name="Workflow">
            <CopyText text={identifier} label="Copy workflow ID" />
          </Line>
        )}
        {contextKeys.length > 0 && <Line name="Context">{contextKeys.join(', ')}</Line>}
        {topics.length > 0 && <Line name="Topics">{topics.map(({ topicKey }) => topicKey).join(', ')}</Line>}
        {text === undefined ? (
          <Text size="sm" c="dimmed">
            The payload was deleted with the trigger.
          </Text>
        ) : (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                Payload
              </Text>
              <CopyButton text={text} label="Copy" />
            </Group>
            {text.includes(MASK) && <OpenPayload opened={opened} />}
            <Code block tabIndex={0} mah={320} style={{ overflow: 'auto' }}>
              {text}
            </Code>
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** The whole payload once it was asked for: each response with it is entered into the audit trail. */
function useOpenedPayload({ _id }: RunEntry) {
  const [isWanted, want] = useState(false);
  const found = useQuery({
    ...query(runContent(_id), useEnvironment()),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { payload: isWanted ? found.data?.data.payload : undefined, error: found.error, open: () => want(true) };
}

function OpenPayload({ opened: { error, open } }: { opened: ReturnType<typeof useOpenedPayload> }) {
  return (
    <Stack gap={6} align="flex-start">
      <PermittedButton permission="content:read" variant="default" size="xs" onClick={open}>
        View masked values (this is logged)
      </PermittedButton>
      {error && <ProblemAlert error={error} />}
    </Stack>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" align="baseline">
      <Text size="sm" c="dimmed" w={72} style={{ flexShrink: 0 }}>
        {name}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}
