import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import type { Invitation } from './reads';

export type Issued = Schemas['NewInvitationDto'];

interface ResendProps {
  invitation: Invitation;
  /** Gets the new link. The row of the invitation is another one then. */
  onIssued: (issued: Issued) => void;
}

/** Sends an invitation again, with a new link that replaces the former one. */
export function Resend({ invitation: { email, name, role, environmentRoles }, onIssued }: ResendProps) {
  // The environment decides with which integration the link is sent.
  const environment = useEnvironment();
  const body = { email, role, environmentRoles, ...(name && { name }) };
  const resend = useChange({
    run: () => responseOf(api(environment).POST('/v1/invitations', { body })),
    resource: 'invitations',
    environment: undefined,
    onDone: ({ data }) => onIssued(data),
  });
  return (
    <PermittedButton
      permission="members:write"
      variant="default"
      size="compact-xs"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
      aria-label={`Resend the invitation of ${email}`}
    >
      Resend
    </PermittedButton>
  );
}
