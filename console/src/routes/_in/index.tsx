import { createFileRoute, redirect } from '@tanstack/react-router';

/** The beginning. */
export const Route = createFileRoute('/_in/')({
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});
