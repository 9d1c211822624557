import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { refresh } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';

/** Deletes the environment, after its name was typed. */
export function DeleteEnvironment() {
  const environment = useEnvironment();
  const { id: environmentId, name } = environment;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/environments/{environmentId}', {
          params: { path: { environmentId }, query: { confirm: name } },
        }),
      ),
    resource: 'environments',
    environment: undefined,
    done: `${name} was deleted`,
    onDone: async () => {
      await refresh(client, 'session');
      await navigate({ to: '/', search: {} });
    },
    onProblem: () => undefined,
  });
  return (
    <Group>
      <PermittedButton permission="environments:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete this environment
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${name}?`}
        action="Delete"
        typed={name}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        With everything in it: subscribers, workflows, activity and API keys, which stop working at once.{' '}
        {environment.protected
          ? 'It is protected, so it can be restored for a while.'
          : 'It is not protected, so it cannot be restored.'}
      </ConfirmDialog>
    </Group>
  );
}
