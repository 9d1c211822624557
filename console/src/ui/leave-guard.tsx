import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

interface LeaveGuardProps {
  isDirty: boolean;
  /** A search parameter that says what is edited, such as `locale`. Others are tabs and selections, and lose nothing. */
  by?: string;
}

/** Asks before a screen is left whose changes are not saved. */
export function LeaveGuard({ isDirty, by }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && placeOf(current, by) !== placeOf(next, by),
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
      attributes={{ header: { role: 'presentation' } }}
    >
      <Stack>
        <Text size="sm">Your unsaved changes will be lost.</Text>
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

function placeOf({ pathname, search }: { pathname: string; search: unknown }, by: string | undefined): string {
  const { env, ...others } = search as Record<string, string | undefined>;
  return JSON.stringify([pathname, env, by && others[by]]);
}
