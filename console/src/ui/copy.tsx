import { ActionIcon, Button, CopyButton as Copying, Group, Text, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

/** Copies a text. `label` says which: `Copy the id`. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  return (
    <Copying value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="subtle" size="sm" onClick={copy} aria-label={copied ? 'Copied' : label}>
            {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  );
}

/** The same as a button with a word. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Copying value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="xs"
          onClick={copy}
          leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copying>
  );
}

/** An id or a key, to be read and copied. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <CopyIcon text={text} label={label} />
    </Group>
  );
}
