import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { Webhook } from './reads';

/** Deletes a webhook, after asking. */
export function DeleteWebhook({ webhook: { _id: webhookId, url } }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () => responseOf(api(environment).DELETE('/v1/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    resource: 'webhooks',
    environment,
    done: 'The webhook was deleted',
    onDone: () => navigate({ to: '/webhooks' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="webhooks:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title="Delete this webhook?"
        action="Delete"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        {url} gets no events any more. Everything that was, or was still to be, delivered to it is deleted, and so is
        its secret. It cannot be restored. To pause it, switch it off among its settings.
      </ConfirmDialog>
    </>
  );
}
