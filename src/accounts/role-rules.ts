import type { Account, EnvironmentRole } from '../auth/people/account.schema.js';
import { type Role, ROLE_PERMISSIONS } from '../auth/permissions.js';

/** The roles of a person: in the organization, and where they differ, in environments. */
export type MemberRoles = Pick<Account, 'role' | 'environmentRoles'>;

/** No role anywhere: what somebody has who is no member yet. */
export const NO_ROLES: MemberRoles = { role: 'none', environmentRoles: [] };

/**
 * Returns why somebody may not change the roles of a person from `before` to `after`; undefined when they may. Only
 * owners make and change owners. Others give no role with a permission that their own lacks, neither in the
 * organization nor in an environment where they have another role.
 */
export function whyNotGive(giver: MemberRoles, before: MemberRoles, after: MemberRoles): string | undefined {
  if (giver.role === 'owner') return undefined;
  if (before.role === 'owner') return 'Only owners change, reset and remove owners';
  for (const environment of [undefined, ...environmentsOf(giver, before, after)]) {
    const [own, former, given] = [giver, before, after].map((roles) => roleIn(roles, environment));
    if (given === former || isWithin(given!, own!)) continue;
    const where = environment === undefined ? 'in the organization' : `in the environment ${environment}`;
    return `Your role ${where} is '${own}', which cannot give the role '${given}' there`;
  }
  return undefined;
}

/** The environments, in hex, in which the role of one of them may differ from that in the organization. */
function environmentsOf(...all: MemberRoles[]): Set<string> {
  return new Set(all.flatMap(({ environmentRoles }) => environmentRoles.map(hexOf)));
}

function roleIn({ role, environmentRoles }: MemberRoles, environment: string | undefined): Role | 'none' {
  return environmentRoles.find((one) => hexOf(one) === environment)?.role ?? role;
}

function hexOf({ environmentId }: EnvironmentRole): string {
  return environmentId.toHexString();
}

/** Whether one role has no permission that the other lacks. The order of roles does not say: support reads contents. */
function isWithin(role: Role | 'none', other: Role | 'none'): boolean {
  if (role === 'none') return true;
  return other !== 'none' && [...ROLE_PERMISSIONS[role]].every((one) => ROLE_PERMISSIONS[other].has(one));
}
