import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { Integration } from './reads';

interface OfIntegration {
  integration: Integration;
}

interface MakePrimaryProps extends OfIntegration {
  /** Whether it stands in a list, where its button has to say which one. */
  inList?: boolean;
}

/** Makes an integration the primary one of its channel, after asking: it loses its conditions by that. */
export function MakePrimary({ integration: { _id, name, primary, channel }, inList }: MakePrimaryProps) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const make = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/integrations/{integrationId}/set-primary', {
          params: { path: { integrationId: _id } },
        }),
      ),
    resource: 'integrations',
    environment,
    done: `${name} is primary`,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  if (primary || (channel !== 'email' && channel !== 'sms')) return null;
  return (
    <>
      <PermittedButton
        permission="integrations:write"
        variant="default"
        size={inList ? 'compact-xs' : 'xs'}
        aria-label={inList ? `Make primary: ${name}` : undefined}
        onClick={dialog.open}
      >
        Make primary
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Make ${name} primary?`}
        action="Make primary"
        busy={make.isPending}
        error={make.error}
        onConfirm={() => make.mutate()}
      >
        It becomes active, loses its conditions and replaces the current primary.
      </ConfirmDialog>
    </>
  );
}

/** Deletes an integration, after asking. */
export function DeleteIntegration({ integration: { _id, name, primary, identifier } }: OfIntegration) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/integrations/{integrationId}', { params: { path: { integrationId: _id } } }),
      ),
    resource: 'integrations',
    environment,
    done: `${name} was deleted`,
    onDone: () => navigate({ to: '/integrations' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="integrations:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${name}?`}
        action="Delete"
        typed={identifier}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its credentials are deleted and cannot be restored.
        {primary && ' It is primary, and no other integration replaces it.'}
      </ConfirmDialog>
    </>
  );
}
