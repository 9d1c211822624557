import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy';

/** The recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Stack>
      <Text size="sm">
        Keep these recovery codes where you keep your passwords. Each signs you in once, if you lose the phone. They are
        not shown again.
      </Text>
      <Code block tabIndex={0} aria-label="Recovery codes">
        {text}
      </Code>
      <Group justify="space-between">
        <CopyButton text={text} label="Copy" />
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
