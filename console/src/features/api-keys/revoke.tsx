import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import { Time } from '../../ui/time';
import { type Key, nameOf } from './reads';

/** Revokes a key, after asking. */
export function RevokeKey({ apiKey, size }: { apiKey: Key; size: ButtonProps['size'] }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const name = nameOf(apiKey);
  const revoke = useChange({
    run: () => responseOf(api(environment).DELETE('/v1/api-keys/{keyId}', { params: { path: { keyId: apiKey.id } } })),
    resource: 'api-keys',
    environment,
    done: `${name} was revoked`,
    onDone: () => navigate({ to: '/api-keys' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission="api-keys:write"
        variant="outline"
        color="red"
        size={size}
        onClick={dialog.open}
        aria-label={`Revoke ${name}`}
      >
        Revoke
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Revoke ${name}?`}
        action="Revoke"
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
      >
        Requests with it are refused at once, and it cannot be restored: a program that still uses it fails.{' '}
        {apiKey.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time at={apiKey.lastUsedAt} />.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
