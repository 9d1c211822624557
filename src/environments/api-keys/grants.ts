import type { Types } from 'mongoose';
import type { IssuedCredential } from '../../auth/credentials.js';
import type { ApiKey, KeyReach } from '../../auth/environment.schema.js';
import { KEY_PERMISSIONS, KEY_PRESETS, type Permission } from '../../auth/permissions.js';

/** Names for frequent lists of permissions. */
export type KeyPreset = keyof typeof KEY_PRESETS;

/** What a request grants a key: a preset, or a list. */
export type Grant = KeyPreset | readonly Permission[];

/** The permissions of a grant, each once, in the order of the table. */
export function permissionsOf(grant: Grant): Permission[] {
  const granted: readonly Permission[] = typeof grant === 'string' ? KEY_PRESETS[grant] : grant;
  return KEY_PERMISSIONS.filter((permission) => granted.includes(permission));
}

/** The permissions of a stored key. */
export function permissionsOfKey({ permissions }: Pick<ApiKey, 'permissions'>): readonly Permission[] {
  return permissions ?? KEY_PERMISSIONS;
}

/** The reach of a stored key. */
export function reachOf({ reach }: Pick<ApiKey, 'reach'>): KeyReach {
  return reach ?? 'organization';
}

/** What a key stores: the list, or undefined where it grants everything, also what will be added to the table. */
export function storedPermissions(grant: Grant): Permission[] | undefined {
  const permissions = permissionsOf(grant);
  return permissions.length === KEY_PERMISSIONS.length ? undefined : permissions;
}

/** The preset that a list of permissions equals; undefined for a list of its own. */
export function presetOf(permissions: readonly Permission[]): KeyPreset | undefined {
  return (Object.keys(KEY_PRESETS) as KeyPreset[]).find((name) => {
    const preset: readonly Permission[] = KEY_PRESETS[name];
    return preset.length === permissions.length && preset.every((permission) => permissions.includes(permission));
  });
}

/** What the key that replaces another has of it; the end only where it was given to a key with a name. */
export function inheritance({ userId, accountId, reach, name, permissions, expiresAt }: ApiKey, createdAt: Date) {
  return { userId, accountId, reach, name, permissions, createdAt, ...(name !== undefined && { expiresAt }) };
}

/** What the holder of a key may do. */
export function asCredential(key: ApiKey, environmentId?: Types.ObjectId): IssuedCredential {
  const permissions = permissionsOfKey(key);
  return { what: 'A key', permissions, reach: reachOf(key), environmentId, until: key.expiresAt };
}
