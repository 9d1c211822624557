import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Permission, rolesWith } from '../../../src/auth/permissions';
import type { Environment, Schemas } from './client';
import { query, read } from './read';

export type { Permission };
export type Session = Schemas['SignedInDto'];

/** Who has signed in, and what they may do in which environment. */
export const sessionQuery = queryOptions({
  ...query(read('/v1/session', {})),
  staleTime: 60_000,
  // That nobody has signed in is no surprise here.
  meta: { asksWhoIsThere: true },
});

/** Who has signed in. For screens behind the sign-in. */
export function useSession(): Session {
  const { session } = useRouteContext({ from: '/_in' });
  return useQuery({ ...sessionQuery, initialData: { data: session } }).data.data;
}

/** The environment that is shown, which the address names. For screens behind the sign-in. */
export function useEnvironment(): Environment {
  return useRouteContext({ from: '/_in' }).environment;
}

/**
 * Why the person may not do something, or undefined if they may: `Only an owner or admin may do this`. In the environment
 * that is shown unless another one is meant.
 */
export function useRefusal(permission: Permission | undefined, other?: Environment): string | undefined {
  const [session, shown] = [useSession(), useEnvironment()];
  return refusalOf(permission, session, other ?? shown);
}

/** As {@link useRefusal}, from what is known of the person. */
export function refusalOf(
  permission: Permission | undefined,
  { permissions }: Pick<Session, 'permissions'>,
  environment: Pick<Environment, 'permissions' | 'name' | 'role'>,
): string | undefined {
  if (permission === undefined) return undefined;
  if (permissions.includes(permission) || environment.permissions.includes(permission)) return undefined;
  const roles = rolesWith(permission);
  const last = roles.at(-1);
  const names = roles.length > 1 ? `${roles.slice(0, -1).join(', ')} or ${last}` : String(last);
  return `Needs the role ${names}; in ${environment.name} you are ${environment.role}.`;
}
