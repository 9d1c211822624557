import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';

/** Deletes a layout, after asking. */
export function DeleteLayout({ layout: { layoutId, name } }: { layout: Schemas['LayoutDto'] }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () => responseOf(api(environment).DELETE('/v2/layouts/{layoutId}', { params: { path: { layoutId } } })),
    resource: 'layouts',
    environment,
    done: `${name} was deleted`,
    onDone: () => navigate({ to: '/layouts', ignoreBlocker: true }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="layouts:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete layout
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${name}?`}
        action="Delete"
        typed={layoutId}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its translations are deleted with it. The default layout, and one that a workflow names, cannot be deleted.
      </ConfirmDialog>
    </>
  );
}
