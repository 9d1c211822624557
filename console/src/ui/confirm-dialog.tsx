import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ProblemAlert } from './states';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question: `Erase Ada Lovelace?` */
  title: string;
  /** What will be gone, and that it cannot be undone. */
  children: ReactNode;
  /** The word of the button: what happens, not `OK`. */
  action: string;
  /** To be typed first, for what cannot be restored. */
  typed?: string;
  /** Whether everything that the children ask for is there. */
  ready?: boolean;
  busy?: boolean;
  error?: Error | null;
  onConfirm: () => void;
}

/** Asks before something is destroyed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, action, typed, ready = true, busy = false, error, onConfirm } = props;
  const [text, setText] = useState('');
  const isReady = ready && (typed === undefined || text.trim() === typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its beginning is not that of the page, which is what a banner is.
      attributes={{ header: { role: 'presentation' } }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error && <ProblemAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
