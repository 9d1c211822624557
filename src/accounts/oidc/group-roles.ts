import { ROLES, type Role } from '../../auth/permissions.js';

/** The role of a group: everywhere, or in the environment that is named. */
export interface GroupRole {
  readonly group: string;
  readonly role: Role | 'none';
  /** Name, identifier or id. */
  readonly environment?: string;
}

/** The roles that follow from groups: one in the organization, and others by environment id in hex. */
export interface GrantedRoles {
  role: Role | 'none';
  environmentRoles: ReadonlyMap<string, Role | 'none'>;
}

/** Those who may do least first. */
const LEAST_FIRST: readonly (Role | 'none')[] = ['none', ...ROLES.toReversed()];

/** `group=role` or `group=role@environment`. A group may contain `=`, for what follows the last role counts. */
const PAIR = new RegExp(String.raw`^(.+)=(${LEAST_FIRST.join('|')})(?:@(.+))?$`);

/**
 * Parses `OIDC_ROLES`: pairs separated by commas; a comma with a backslash before it is part of a name. Throws a sentence
 * fragment (`must be …`) for a pair that is none.
 */
export function parseGroupRoles(text: string): GroupRole[] {
  return text
    .split(/(?<!\\),/)
    .map((pair) => pair.replaceAll('\\,', ',').trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, group, role, environment] = PAIR.exec(pair) ?? [];
      if (group === undefined)
        throw new Error(
          `must be pairs such as staff=author or staff=viewer@Production, with one of ${ROLES.join(', ')} as the role; "${pair}" is none`,
        );
      if (role === 'none' && environment === undefined)
        throw new Error(`has "${pair}", but none is a role in a single environment only: ${group}=none@Production`);
      return {
        group: group.trim(),
        role: role as Role | 'none',
        ...(environment && { environment: environment.trim() }),
      };
    });
}

/**
 * The roles of a person in these groups; undefined when no group has one. Each group gives one role in each environment: the
 * one it has there, or the one it has everywhere. Of several groups the role that may do most counts, in each environment
 * for itself. `environmentIds` has the ids, in hex, of the environments that the pairs name.
 *
 * An environment that is missing there was renamed or deleted. What a group may do less in it, the group then may do less
 * everywhere: otherwise renaming Production would open it.
 */
export function rolesOfGroups(
  groups: readonly string[],
  pairs: readonly GroupRole[],
  environmentIds: ReadonlyMap<string, string>,
): GrantedRoles | undefined {
  const granted = [...new Set(groups)]
    .map((group) =>
      rolesOfGroup(
        pairs.filter((pair) => pair.group === group),
        environmentIds,
      ),
    )
    .filter((roles) => roles !== undefined);
  const environments = new Set(granted.flatMap(({ environmentRoles }) => [...environmentRoles.keys()]));
  const role = mostOf(granted.map((roles) => roles.role));
  const environmentRoles = new Map(
    [...environments]
      .map((id) => [id, mostOf(granted.map((roles) => roles.environmentRoles.get(id) ?? roles.role))] as const)
      .filter(([, inEnvironment]) => inEnvironment !== role),
  );
  return role === 'none' && environmentRoles.size === 0 ? undefined : { role, environmentRoles };
}

function rolesOfGroup(
  pairs: readonly GroupRole[],
  environmentIds: ReadonlyMap<string, string>,
): GrantedRoles | undefined {
  if (pairs.length === 0) return undefined;
  const everywhere = mostOf(pairs.filter(({ environment }) => environment === undefined).map(({ role }) => role));
  const environmentRoles = new Map<string, Role | 'none'>();
  const elsewhere: (Role | 'none')[] = [];
  for (const { role, environment } of pairs) {
    if (environment === undefined) continue;
    const id = environmentIds.get(environment);
    if (id === undefined) elsewhere.push(role);
    else environmentRoles.set(id, mostOf([role, environmentRoles.get(id) ?? 'none']));
  }
  return { role: leastOf([everywhere, ...elsewhere]), environmentRoles };
}

function mostOf(roles: readonly (Role | 'none')[]): Role | 'none' {
  return LEAST_FIRST[Math.max(0, ...roles.map((role) => LEAST_FIRST.indexOf(role)))]!;
}

function leastOf(roles: readonly (Role | 'none')[]): Role | 'none' {
  return LEAST_FIRST[Math.min(...roles.map((role) => LEAST_FIRST.indexOf(role)))]!;
}
