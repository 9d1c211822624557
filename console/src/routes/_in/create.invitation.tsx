import { createFileRoute } from '@tanstack/react-router';
import { Invite } from '../../features/team/invite';

/** An invitation. */
export const Route = createFileRoute('/_in/create/invitation')({ component: Invite });
