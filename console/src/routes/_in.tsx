import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { isSessionOver } from '../api/problem';
import { sessionQuery } from '../api/session';
import { textOf } from '../search-text';
import { Shell } from '../shell/shell';

/** Everything behind the sign-in: who it is, and which environment is shown. */
export const Route = createFileRoute('/_in')({
  validateSearch: ({ env }: Record<string, unknown>): { env?: string } => ({ env: textOf(env) }),
  search: { middlewares: [retainSearchParams(['env'])] },
  beforeLoad: async ({ context, search, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery).then(
      ({ data }) => data,
      (error: unknown) => {
        if (!isSessionOver(error)) throw error;
        throw redirect({ to: '/sign-in', search: { returnTo: location.href } });
      },
    );
    const { environments } = session;
    const environment = environments.find(({ identifier }) => identifier === search.env);
    if (environment) return { session, environment };
    const [first] = environments;
    if (first) throw redirect({ to: '.', search: (given) => ({ ...given, env: first.identifier }), replace: true });
    throw redirect({ to: '/no-role' });
  },
  component: Shell,
});
