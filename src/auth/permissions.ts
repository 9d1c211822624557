/**
 * Who may do what: every operation requires one permission, and roles and kinds of API keys are lists of them. Operations
 * state theirs with `@Access`, and the OpenAPI document repeats it as `x-permission`.
 */

/** All permissions: `resource:action`. They apply to one environment, those of {@link ORGANIZATION_WIDE} to all of them. */
export const PERMISSIONS = [
  'events:read',
  'events:write',
  'notifications:read',
  'notifications:write',
  'notifications:replay',
  'content:read',
  'subscribers:read',
  'subscribers:write',
  'topics:read',
  'topics:write',
  'contexts:read',
  'contexts:write',
  'workflows:read',
  'workflows:write',
  'layouts:read',
  'layouts:write',
  'translations:read',
  'translations:write',
  'integrations:read',
  'integrations:write',
  'variables:read',
  'variables:write',
  'environments:read',
  'environments:publish',
  'environments:write',
  'webhooks:read',
  'webhooks:write',
  'legacy:read',
  'legacy:write',
  'api-keys:read',
  'api-keys:write',
  'audit:read',
  'audit:export',
  'secrets:read',
  'members:read',
  'members:write',
  'owners:write',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

type ResourceOf<P> = P extends `${infer Resource}:${string}` ? Resource : never;

/** What permissions are for, such as `workflows`. */
export type Resource = ResourceOf<Permission>;

/** What an operation requires: a permission, or `self` where people manage what is their own. */
export type Requirement = Permission | 'self';

/** Permissions that are not for one environment: they follow from the role in the organization. Keys never have them. */
export const ORGANIZATION_WIDE: readonly Requirement[] = [
  'audit:export',
  'members:read',
  'members:write',
  'owners:write',
  'self',
];

const SENSITIVE: readonly Permission[] = [
  'content:read',
  'api-keys:read',
  'audit:read',
  'secrets:read',
  'members:read',
];

const READS = PERMISSIONS.filter((permission) => permission.endsWith(':read') && !SENSITIVE.includes(permission));

/** Roles of people, those who may do most first. */
export const ROLES = ['owner', 'admin', 'author', 'viewer', 'support'] as const;

export type Role = (typeof ROLES)[number];

/** The permissions of each role. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<Requirement>>> = {
  owner: new Set<Requirement>([...PERMISSIONS, 'self']),
  admin: new Set<Requirement>([...PERMISSIONS.filter((permission) => permission !== 'owners:write'), 'self']),
  author: new Set<Requirement>([
    ...READS,
    'events:write',
    'notifications:write',
    'notifications:replay',
    'subscribers:write',
    'topics:write',
    'contexts:write',
    'workflows:write',
    'layouts:write',
    'translations:write',
    'variables:write',
    'environments:publish',
    'self',
  ]),
  viewer: new Set<Requirement>([...READS, 'self']),
  support: new Set<Requirement>([
    'events:read',
    'notifications:read',
    'notifications:replay',
    'content:read',
    'subscribers:read',
    'topics:read',
    'contexts:read',
    'environments:read',
    'self',
  ]),
};

/** Everything an API key can be allowed to do. */
export const KEY_PERMISSIONS = PERMISSIONS.filter((permission) => !ORGANIZATION_WIDE.includes(permission));

/** Names for frequent lists of permissions of a key. */
export const KEY_PRESETS = {
  /** Everything, as keys have that were made without permissions. */
  full: KEY_PERMISSIONS,
  /** Reads all data, but no secrets and no contents of messages, and changes nothing. */
  read: READS,
  /** Triggers and cancels; reads nothing. */
  trigger: ['events:write'],
} as const satisfies Record<string, readonly Permission[]>;

/** The roles that have a permission, for messages. */
export function rolesWith(requirement: Requirement): Role[] {
  return ROLES.filter((role) => ROLE_PERMISSIONS[role].has(requirement));
}
