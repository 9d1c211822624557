import { Code, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../ui/copy';
import { codeOf, type Language, LANGUAGES } from './code';
import { payloadOf } from './test-data';

interface CodeTabProps {
  workflowId: string;
  payload: string;
  person: string | undefined;
}

/** How an application triggers the workflow. */
export function CodeTab({ workflowId, payload, person = 'ada' }: CodeTabProps) {
  const [language, setLanguage] = useState<Language>('curl');
  const code = codeOf(language, {
    origin: window.location.origin,
    name: workflowId,
    to: person,
    payload: payloadOf(payload) ?? {},
  });
  return (
    <Paper withBorder p="md">
      <Stack>
        <Text size="sm" c="dimmed">
          Set CARILLON_API_KEY to an API key of this environment. Recipient and payload come from the Test tab.
        </Text>
        <Group justify="space-between">
          <SegmentedControl
            aria-label="Language"
            data={[...LANGUAGES]}
            value={language}
            onChange={(next) => setLanguage(next)}
          />
          <CopyButton text={code} label="Copy" />
        </Group>
        <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {code}
        </Code>
      </Stack>
    </Paper>
  );
}
