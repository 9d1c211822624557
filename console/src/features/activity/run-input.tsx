import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AsCurl } from '../../ui/as-curl';
import { CopyButton, CopyText } from '../../ui/copy';
import type { RunEntry } from './reads';
import { triggerOf } from './simulate';

/** What the trigger has given: its id, payload, context and topics. */
export function RunInput({ run }: { run: RunEntry }) {
  const { transactionId, payload, contextKeys, topics = [], template } = run;
  const text = payload && JSON.stringify(payload, null, 2);
  const trigger = triggerOf(run);
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
          <CopyText text={transactionId} label="Copy the id of the trigger" />
        </Line>
        {identifier !== undefined && (
          <Line name="Workflow">
            <CopyText text={identifier} label="Copy the identifier of the workflow" />
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
            <Code block tabIndex={0} mah={320} style={{ overflow: 'auto' }}>
              {text}
            </Code>
          </>
        )}
      </Stack>
    </Paper>
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
