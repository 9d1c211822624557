import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy';

interface ShownOnceProps {
  /** The secret text; without one the dialog is closed. */
  text: string | undefined;
  onClose: () => void;
  title: string;
  /** What it is for, and who gets it. */
  children: ReactNode;
  /** What is said below it, such as whether it was sent. */
  note?: ReactNode;
}

/** A key, a secret or a link that no request shows again. Only its button closes it, lest it is lost by a click beside it. */
export function ShownOnce({ text, onClose, title, children, note }: ShownOnceProps) {
  return (
    <Modal
      opened={text !== undefined}
      onClose={onClose}
      title={title}
      centered
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Text size="sm" component="div">
          {children}
        </Text>
        <Code block tabIndex={0} aria-label={title} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
        <Alert color="orange" variant="outline" p="xs">
          Copy it now: it is not shown again.
        </Alert>
        {note && (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        )}
        <Group justify="flex-end">
          <CopyButton text={text ?? ''} label="Copy" />
          <Button size="xs" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
