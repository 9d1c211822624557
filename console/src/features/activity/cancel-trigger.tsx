import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { refresh } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';

/** Stops what a trigger has not sent, after asking. */
export function CancelTrigger({ transactionId }: { transactionId: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [opened, dialog] = useDisclosure();
  const cancel = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/events/trigger/{transactionId}', { params: { path: { transactionId } } }),
      ),
    resource: 'notifications',
    environment,
    done: 'The trigger was canceled',
    onDone: async () => {
      dialog.close();
      await refresh(client, 'events', environment);
    },
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="events:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Cancel the trigger
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title="Cancel this trigger?"
        action="Cancel the trigger"
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
      >
        Messages that still wait are not sent, for all recipients of this trigger. Sent messages stay. This cannot be
        undone.
      </ConfirmDialog>
    </>
  );
}
