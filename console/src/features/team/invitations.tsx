import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { query } from '../../api/read';
import { useSession } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { Pager, type Place } from '../../ui/paging';
import { PermittedButton, PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { LinkShown } from './link-shown';
import { type Invitation, invitationList } from './reads';
import { type Issued, Resend } from './resend';
import { rolesInWords } from './roles';

const columns = (onIssued: (issued: Issued) => void): Column<Invitation>[] => [
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Role', cell: (invitation) => <Roles invitation={invitation} /> },
  { name: 'Invited', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
  { name: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} />, width: 180 },
  {
    name: 'Actions',
    cell: (invitation) => (
      <Group gap="xs" wrap="nowrap">
        <Resend invitation={invitation} onIssued={onIssued} />
        <Revoke invitation={invitation} />
      </Group>
    ),
    width: 190,
  },
];

/** The invitations that are open. */
export function Invitations({ place }: { place: Place }) {
  const page = useQuery({ ...query(invitationList(place)), placeholderData: keepPreviousData });
  const [issued, setIssued] = useState<Issued>();
  return (
    <>
      <LinkShown
        issued={issued}
        title="Invitation link"
        what={`${issued?.invitation.email ?? ''} can join with it. The former link no longer works.`}
        onClose={() => setIssued(undefined)}
      />
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Invitations" columns={columns(setIssued)} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['invitation', 'invitations']} />
            </>
          ) : (
            <EmptyState
              title="No pending invitations"
              action={
                <PermittedLink permission="members:write" to="/create/invitation" size="xs">
                  Invite member
                </PermittedLink>
              }
            >
              An invitation is a link that can be used once. You hand it on yourself; where there is an email
              integration, it is also sent.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function Roles({ invitation }: { invitation: Invitation }) {
  return rolesInWords(invitation, useSession().environments);
}

function Revoke({ invitation: { _id, email } }: { invitation: Invitation }) {
  const [opened, dialog] = useDisclosure();
  const revoke = useChange({
    run: () => responseOf(api().DELETE('/v1/invitations/{invitationId}', { params: { path: { invitationId: _id } } })),
    resource: 'invitations',
    environment: undefined,
    done: 'Invitation revoked',
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission="members:write"
        variant="default"
        size="compact-xs"
        onClick={dialog.open}
        aria-label={`Revoke the invitation of ${email}`}
      >
        Revoke
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Revoke the invitation of ${email}?`}
        action="Revoke"
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
      >
        Its link no longer works. You can invite again, with another link.
      </ConfirmDialog>
    </>
  );
}
