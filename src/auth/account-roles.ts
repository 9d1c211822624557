import type { Types } from 'mongoose';
import type { Account } from './people/account.schema.js';
import { type Requirement, type Role, ROLE_PERMISSIONS } from './permissions.js';

/** The roles of a person: in the organization, and where they differ, in environments. */
export type AccountRoles = Pick<Account, 'role' | 'environmentRoles'>;

/** The role in an environment, or in the organization; undefined where the person has none. */
export function roleOf({ role, environmentRoles }: AccountRoles, environmentId?: Types.ObjectId): Role | undefined {
  const differing = environmentRoles.find((one) => environmentId?.equals(one.environmentId));
  const found = differing ? differing.role : role;
  return found === 'none' ? undefined : found;
}

/** Whether the role in this environment, or in the organization, has a permission. */
export function rolesAllow(roles: AccountRoles, requirement: Requirement, environmentId?: Types.ObjectId): boolean {
  const role = roleOf(roles, environmentId);
  return role !== undefined && ROLE_PERMISSIONS[role].has(requirement);
}
