import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../../api/change';
import { api, responseOf } from '../../../api/client';
import { useEnvironment } from '../../../api/session';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { PermittedButton } from '../../../ui/permitted';
import type { Workflow } from '../draft';

/** Deletes a workflow, after asking. */
export function DeleteWorkflow({ workflow: { workflowId, name } }: { workflow: Workflow }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () => responseOf(api(environment).DELETE('/v2/workflows/{workflowId}', { params: { path: { workflowId } } })),
    resource: 'workflows',
    environment,
    done: `${name} was deleted`,
    onDone: () => navigate({ to: '/workflows', ignoreBlocker: true }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="workflows:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete workflow
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${name}?`}
        action="Delete"
        typed={workflowId}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Later triggers of it are refused. What was delivered stays, and runs that wait continue. It cannot be restored.
      </ConfirmDialog>
    </>
  );
}
