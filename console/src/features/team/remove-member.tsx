import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { Member } from './reads';

/** Removes a member, after asking. */
export function RemoveMember({ member: { _id, email, role } }: { member: Member }) {
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () => responseOf(api().DELETE('/v1/members/{memberId}', { params: { path: { memberId: _id } } })),
    resource: 'members',
    environment: undefined,
    done: `${email} is no longer a member`,
    onDone: () => navigate({ to: '/team' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission={role === 'owner' ? 'owners:write' : 'members:write'}
        variant="outline"
        color="red"
        size="xs"
        onClick={dialog.open}
      >
        Remove
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Remove ${email}?`}
        action="Remove"
        typed={email}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        All their sessions end at once, and so do the links that they have made. What they changed keeps their name, and
        API keys stay.
      </ConfirmDialog>
    </>
  );
}
