import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks before a screen is left whose changes are not saved. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Tabs and selections are in the address, too, and lose nothing.
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || environmentOf(current) !== environmentOf(next)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">What you have changed here is not saved, and will be lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            Leave
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function environmentOf({ search }: { search: unknown }): unknown {
  return (search as { env?: string }).env;
}
