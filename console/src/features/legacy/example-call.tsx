import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { CopyButton } from '../../ui/copy';
import { callOf } from './call';
import { LegacyOff } from './legacy-off';
import { applicationList, type NotificationType } from './reads';

interface ExampleCallProps {
  applicationId: string;
  /** What is sent; without one there is a place for its name. */
  type?: NotificationType;
}

/** How a program sends a notification, as a command to be copied. */
export function ExampleCall({ applicationId, type }: ExampleCallProps) {
  const { data } = useQuery(query(applicationList({}), useEnvironment()));
  if (!data) return null;
  const command = callOf({ application: { applicationId }, type, service: data.legacyApi }, window.location);
  return (
    <Paper withBorder p="md" maw={760} component="section">
      <Stack gap="xs">
        <Title order={2} size="h5">
          Send one
        </Title>
        <LegacyOff service={data.legacyApi} />
        <Text size="sm" c="dimmed">
          With the secret in the variable of the shell. Behind a proxy, put in its address. externalId is the id of the
          subscriber, who is created when there is none; templates read what is in metadata.
        </Text>
        <Code block tabIndex={0} aria-label="Command" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {command}
        </Code>
        <Group>
          <CopyButton text={command} label="Copy" />
        </Group>
      </Stack>
    </Paper>
  );
}
