import { createFileRoute, useLocation } from '@tanstack/react-router';
import { LinkUse } from '../features/sign-in/link-use';
import { tokenOf } from '../features/sign-in/link-token';

/** Where one-time links lead: setting up, invitations and new passwords. */
export const Route = createFileRoute('/accept')({ component: Accept });

function Accept() {
  return <LinkUse token={tokenOf(useLocation().hash)} />;
}
