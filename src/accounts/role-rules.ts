import type { Types } from 'mongoose';
import { type AccountRoles, roleOf } from '../auth/account-roles.js';
import { type Role, ROLE_PERMISSIONS } from '../auth/permissions.js';
import { IdMap } from '../platform/ids.js';

/** No role anywhere: that of people who are not members yet. */
export const NO_ROLES: AccountRoles = { role: 'none', environmentRoles: [] };

/**
 * Returns why somebody may not change the roles of a person from `before` to `after`; undefined when they may. Only
 * owners make and change owners. Others give no role with a permission that their own lacks, neither in the
 * organization nor in an environment where they have another role.
 */
export function whyNotGive(giver: AccountRoles, before: AccountRoles, after: AccountRoles): string | undefined {
  if (giver.role === 'owner') return undefined;
  if (before.role === 'owner') return 'Only owners change, reset and remove owners';
  for (const environment of [undefined, ...environmentsOf(giver, before, after)]) {
    const [own, former, given] = [giver, before, after].map((roles) => roleOf(roles, environment) ?? 'none');
    if (given === former || isWithin(given!, own!)) continue;
    const where = environment === undefined ? 'in the organization' : `in the environment ${environment}`;
    return `Your role ${where} is '${own}', which cannot give the role '${given}' there`;
  }
  return undefined;
}

/** The environments in which the role of one of them may differ from that in the organization. */
function environmentsOf(...all: AccountRoles[]): Iterable<Types.ObjectId> {
  return new IdMap(
    all.flatMap(({ environmentRoles }) => environmentRoles.map((one) => [one.environmentId, one.environmentId])),
  ).values();
}

/** Whether one role has no permission that the other lacks. The order of roles does not say: support reads contents. */
function isWithin(role: Role | 'none', other: Role | 'none'): boolean {
  if (role === 'none') return true;
  return other !== 'none' && [...ROLE_PERMISSIONS[role]].every((one) => ROLE_PERMISSIONS[other].has(one));
}
