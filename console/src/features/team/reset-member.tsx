import { Checkbox, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import { LinkShown } from './link-shown';
import type { Member } from './reads';

/** Makes a link with which a member chooses a new password. */
export function ResetMember({ member: { _id, email, role, hasSecondFactor } }: { member: Member }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [secondFactor, setSecondFactor] = useState(false);
  const reset = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/members/{memberId}/reset', {
          params: { path: { memberId: _id } },
          body: { secondFactor },
        }),
      ),
    resource: 'members',
    environment: undefined,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission={role === 'owner' ? 'owners:write' : 'members:write'}
        variant="default"
        size="xs"
        onClick={dialog.open}
      >
        Reset password
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Reset the password of ${email}?`}
        action="Create reset link"
        busy={reset.isPending}
        error={reset.error}
        onConfirm={() => reset.mutate()}
      >
        <Stack gap="sm">
          <Text size="sm">
            You get a link with which they choose another one. Nothing changes until it is used; then all their sessions
            end. It replaces an earlier link.
          </Text>
          {hasSecondFactor && (
            <Checkbox
              label="Also turn off two-factor authentication"
              checked={secondFactor}
              onChange={({ currentTarget }) => setSecondFactor(currentTarget.checked)}
            />
          )}
        </Stack>
      </ConfirmDialog>
      <LinkShown
        issued={reset.data?.data}
        title="Password reset link"
        what={`${email} can choose a new password with it.`}
        onClose={reset.reset}
      />
    </>
  );
}
