import type { Account, EnvironmentRole } from '../../auth/people/account.schema.js';
import { type Role, ROLES } from '../../auth/permissions.js';

/** The roles of a person: in the organization, and where they differ, in environments. */
export type MemberRoles = Pick<Account, 'role' | 'environmentRoles'>;

/** No role anywhere: what somebody has who is no member yet. */
export const NO_ROLES: MemberRoles = { role: 'none', environmentRoles: [] };

/**
 * Returns why somebody may not change the roles of a person from `before` to `after`; undefined when they may. Only owners
 * make and change owners, and others give no role that is above their own, neither in the organization nor in an
 * environment in which their own is a lower one.
 */
export function whyNotGive(giver: MemberRoles, before: MemberRoles, after: MemberRoles): string | undefined {
  if (giver.role === 'owner') return undefined;
  if (before.role === 'owner') return 'Only owners change, reset and remove owners';
  for (const environment of [undefined, ...environmentsOf(giver, before, after)]) {
    const [own, former, given] = [giver, before, after].map((roles) => roleIn(roles, environment));
    if (given === former || rank(given!) >= rank(own!)) continue;
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

/** The smaller, the more the role may do. */
function rank(role: Role | 'none'): number {
  return role === 'none' ? ROLES.length : ROLES.indexOf(role);
}
