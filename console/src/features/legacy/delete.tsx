import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import { type Application, nameOf, type NotificationType } from './reads';

/** Deletes an application, after asking. */
export function DeleteApplication({ application }: { application: Application }) {
  const { applicationId } = application;
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/legacy/applications/{applicationId}', { params: { path: { applicationId } } }),
      ),
    resource: 'legacy',
    environment,
    done: `${nameOf(application)} was deleted`,
    onDone: () => navigate({ to: '/legacy' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="legacy:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${nameOf(application)}?`}
        action="Delete"
        typed={nameOf(application)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its credentials are refused from now on, and its notification types are deleted with it. Neither can be
        restored. What it has sent stays.
      </ConfirmDialog>
    </>
  );
}

interface DeleteTypeProps {
  applicationId: string;
  type: NotificationType;
}

/** Deletes a notification type, after asking. */
export function DeleteType({ applicationId, type: { identifier } }: DeleteTypeProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/legacy/applications/{applicationId}/types/{typeIdentifier}', {
          params: { path: { applicationId, typeIdentifier: identifier } },
        }),
      ),
    resource: 'legacy',
    environment,
    done: `${identifier} was deleted`,
    onDone: () => navigate({ to: '/legacy/$applicationId', params: { applicationId } }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="legacy:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${identifier}?`}
        action="Delete"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Requests that name it are refused with 404 from now on. Its templates cannot be restored; what was sent stays.
      </ConfirmDialog>
    </>
  );
}
