import { Button, Code, Popover, Stack, Text } from '@mantine/core';
import { Terminal } from 'lucide-react';
import { curlOf, isOfPeople, type Write } from '../api/curl';
import type { Read } from '../api/read';
import { useEnvironment } from '../api/session';
import { CopyButton } from './copy';

interface AsCurlProps {
  /** What the screen has read, or would send. */
  request: Read<unknown> | Write;
  label?: string;
}

/** Shows the request of a screen as a command, with a placeholder for the key. */
export function AsCurl({ request, label = 'As curl' }: AsCurlProps) {
  const command = curlOf(request, window.location.origin, useEnvironment());
  return (
    <Popover width={420} position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Terminal size={14} aria-hidden />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="92vw" aria-label={label}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {'method' in request ? 'The API request of this form.' : 'The API request of this screen.'}{' '}
            {isOfPeople(request)
              ? 'Set CARILLON_SESSION to a session token from POST /v1/session.'
              : 'Set CARILLON_API_KEY to an API key of this environment.'}
          </Text>
          <Code
            block
            w="100%"
            mah={360}
            tabIndex={0}
            style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {command}
          </Code>
          <CopyButton text={command} label="Copy" />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
