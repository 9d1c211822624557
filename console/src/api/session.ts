import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Permission, rolesWith } from '../../../src/auth/permissions';
import type { Environment, Schemas } from './client';
import { query, read } from './read';

export type { Permission };
export type Session = Schemas['SignedInDto'];
export type Guest = Schemas['GuestDto'];

/** What a guest may see: the outbox, and the inbox demo. */
export type GuestPlace = 'outbox' | 'inboxDemo';

/** Who has signed in, and what they may do in which environment. */
export const sessionQuery = queryOptions({
  ...query(read('/v1/session', {})),
  staleTime: 60_000,
  // Here it is normal that nobody has signed in.
  meta: { asksWhoIsThere: true },
});

/** What this browser may see without signing in, because it has opened an address that Carillon has printed. */
export const guestQuery = queryOptions({ ...query(read('/v1/session/guest', {})), staleTime: 60_000 });

/** Who is there: a person who has signed in, or a guest. */
export interface Visitor {
  session?: Session;
  guest?: Guest;
  /** The environment that is shown; guests of the inbox demo alone have none. */
  environment?: Environment;
}

/** Who is there. */
export function useVisitor(): Visitor {
  const { session, guest, environment } = useRouteContext({ from: '/_in' });
  const { data } = useQuery({
    ...sessionQuery,
    enabled: session !== undefined,
    initialData: session && { data: session },
  });
  return { session: session && (data?.data ?? session), guest, environment };
}

/** Who has signed in. For screens that guests do not see. */
export function useSession(): Session {
  const { session } = useVisitor();
  if (!session) throw new Error('Nobody has signed in');
  return session;
}

/** The environment that is shown, which the address names. For screens behind the sign-in, and those of the outbox. */
export function useEnvironment(): Environment {
  const { environment } = useRouteContext({ from: '/_in' });
  if (!environment) throw new Error('No environment is shown');
  return environment;
}

/**
 * Why the person may not do something, or undefined if they may: `Only an owner or admin may do this`. In the environment
 * that is shown unless another one is meant.
 */
export function useRefusal(permission: Permission | undefined, other?: Environment): string | undefined {
  const [{ session }, shown] = [useVisitor(), useEnvironment()];
  return refusalReason(permission, session ?? { permissions: [] }, other ?? shown);
}

/** As {@link useRefusal}, from what is known of the person. */
export function refusalReason(
  permission: Permission | undefined,
  { permissions }: Pick<Session, 'permissions'>,
  environment: Pick<Environment, 'permissions' | 'name' | 'role'>,
): string | undefined {
  if (permission === undefined) return undefined;
  if (permissions.includes(permission) || environment.permissions.includes(permission)) return undefined;
  const roles = rolesWith(permission);
  const last = roles.at(-1);
  const names = roles.length > 1 ? `${roles.slice(0, -1).join(', ')} or ${last}` : String(last);
  const now = environment.role === undefined ? 'sign in first' : `in ${environment.name} you are ${environment.role}`;
  return `Needs the role ${names}; ${now}.`;
}
