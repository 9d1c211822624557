import { TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { Suppression } from './reads';

/** Removes an address from the list, after asking why. */
export function RemoveSuppression({ entry: { id, address } }: { entry: Suppression }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [reason, setReason] = useState('');
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/suppressions/{suppressionId}', {
          params: { path: { suppressionId: id }, query: { reason: reason.trim() } },
        }),
      ),
    resource: 'suppressions',
    environment,
    done: `Removed ${address}`,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission="subscribers:write"
        variant="default"
        size="compact-xs"
        aria-label={`Remove ${address}`}
        onClick={() => {
          remove.reset();
          setReason('');
          dialog.open();
        }}
      >
        Remove
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Remove ${address}?`}
        action="Remove"
        busy={remove.isPending}
        error={remove.error}
        ready={reason.trim() !== ''}
        onConfirm={() => remove.mutate()}
      >
        Messages can be sent to this address again. Writing to addresses that bounce or have complained harms your
        reputation as a sender.
        <TextInput
          mt="md"
          label="Reason"
          description="Kept in the audit log."
          required
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      </ConfirmDialog>
    </>
  );
}
