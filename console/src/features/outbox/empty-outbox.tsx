import { useDisclosure } from '@mantine/hooks';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { OutboxSearch } from './reads';

interface EmptyOutboxProps {
  filter: Pick<OutboxSearch, 'channel' | 'recipient' | 'transactionId'>;
  total: number;
}

/** Deletes what the filters let through, after asking. */
export function EmptyOutbox({ filter, total }: EmptyOutboxProps) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const clear = useChange({
    run: () => responseOf(api(environment).DELETE('/v1/outbox', { params: { query: filter } })),
    resource: 'outbox',
    environment,
    done: 'The messages were deleted',
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission="notifications:write"
        variant="outline"
        color="red"
        size="xs"
        disabled={total === 0}
        onClick={dialog.open}
      >
        Empty
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${total.toLocaleString()} ${total === 1 ? 'message' : 'messages'}?`}
        action="Delete"
        busy={clear.isPending}
        error={clear.error}
        onConfirm={() => clear.mutate()}
      >
        All messages that match the filters are deleted and cannot be restored. Their activity stays.
      </ConfirmDialog>
    </>
  );
}
