import { Button, Code, Popover, Stack, Text } from '@mantine/core';
import { Terminal } from 'lucide-react';
import { curlOf } from '../api/curl';
import type { Read } from '../api/read';
import { useEnvironment } from '../api/session';
import { CopyButton } from './copy';

/** Shows the request of a screen as a command, with a placeholder for the key. */
export function AsCurl({ request }: { request: Read<unknown> }) {
  const command = curlOf(request, window.location.origin, useEnvironment());
  return (
    <Popover width={420} position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Terminal size={14} aria-hidden />}>
          As curl
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="92vw" aria-label="As curl">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">What this screen has asked the API for. Put in a key of this environment.</Text>
          <Code block w="100%" tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {command}
          </Code>
          <CopyButton text={command} label="Copy" />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
