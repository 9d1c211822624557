import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { isSessionOver } from '../api/problem';
import { type Guest, type GuestPlace, guestQuery, sessionQuery, type Visitor } from '../api/session';
import { textOf } from '../search-text';
import { Shell } from '../shell/shell';

/** Everything behind the sign-in: who it is, and which environment is shown. Guests see the screens that are open to them. */
export const Route = createFileRoute('/_in')({
  validateSearch: ({ env }: Record<string, unknown>): { env?: string } => ({ env: textOf(env) }),
  search: { middlewares: [retainSearchParams(['env'])] },
  beforeLoad: async ({ context: { queryClient }, search, location, matches }): Promise<Visitor> => {
    const session = await queryClient.ensureQueryData(sessionQuery).then(
      ({ data }) => data,
      (error: unknown) => {
        if (!isSessionOver(error)) throw error;
        return undefined;
      },
    );
    const guest = session ? undefined : await guestOf(queryClient, matches.at(-1)?.staticData.guests);
    if (!session && !guest) throw redirect({ to: '/sign-in', search: { returnTo: location.href } });
    const environments = session?.environments ?? guest?.environments ?? [];
    const environment = environments.find(({ identifier }) => identifier === search.env);
    const [first] = environments;
    if (environment || (guest && !first)) return { session, guest, environment };
    if (first)
      throw redirect({ to: '.', search: (given) => ({ ...given, env: first.identifier }), hash: true, replace: true });
    throw redirect({ to: '/no-role' });
  },
  component: Shell,
});

/** What this browser may see without signing in; undefined unless the screen is a part of it. */
async function guestOf(client: QueryClient, place: GuestPlace | undefined): Promise<Guest | undefined> {
  if (place === undefined) return undefined;
  const { data } = await client.ensureQueryData(guestQuery);
  return data[place] === 'open' ? data : undefined;
}
