import { ROLES } from '../../../../src/auth/permissions';
import type { Schemas } from '../../api/client';

/** A role, or `none`. */
export type MemberRole = Schemas['OrganizationMemberDto']['role'];

type EnvironmentRole = Schemas['EnvironmentRoleDto'];

/** What each role is for, in a few words. */
export const ROLE_WORDS: Record<MemberRole, string> = {
  owner: 'Full access, including managing owners',
  admin: 'Full access, except managing owners',
  author: 'Writes and sends; cannot manage keys or integrations',
  viewer: 'Read-only access, without secrets',
  support: 'Activity and subscribers; retries failed messages',
  none: 'No access',
};

/** All roles, those who may do most first. */
export const MEMBER_ROLES: readonly MemberRole[] = [...ROLES, 'none'];

/** What a form has: the role, and by the id of an environment the role there; empty where it does not differ. */
export interface RoleValues extends Record<string, unknown> {
  role: MemberRole;
  environmentRoles: Record<string, MemberRole | ''>;
}

/** What a form begins with. */
export function roleValues(role: MemberRole, stored: readonly EnvironmentRole[] = []): RoleValues {
  return { role, environmentRoles: Object.fromEntries(stored.map((one) => [one.environmentId, one.role])) };
}

/** The body of a request: environments in which the role differs. */
export function environmentRolesOf({ environmentRoles }: RoleValues): EnvironmentRole[] {
  return Object.entries(environmentRoles).flatMap(([environmentId, role]) => (role ? [{ environmentId, role }] : []));
}

/** The roles of somebody in words: `viewer; author in Development`. Environments that the reader does not see have no name. */
export function rolesInWords(
  { role, environmentRoles }: { role: MemberRole; environmentRoles: readonly EnvironmentRole[] },
  environments: readonly { id: string; name: string }[],
): string {
  const others = environmentRoles.map(({ environmentId, role }) => {
    const name = environments.find(({ id }) => id === environmentId)?.name ?? 'another environment';
    return `${role} in ${name}`;
  });
  return [role, ...others].join('; ');
}
