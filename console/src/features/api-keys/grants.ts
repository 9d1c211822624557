import { KEY_PERMISSIONS, type KEY_PRESETS } from '../../../../src/auth/permissions';
import type { Key } from './reads';

/** What a key can be allowed to do. */
export type KeyPermission = Key['permissions'][number];

/** Names for frequent lists of permissions. */
type Preset = keyof typeof KEY_PRESETS;

/** What is chosen in the form: a preset, or a list of its own. */
export type Choice = Preset | 'list';

/** What each choice is for. */
export const CHOICES: readonly { value: Choice; label: string; description: string }[] = [
  {
    value: 'trigger',
    label: 'Trigger only',
    description: 'Triggers and cancels events, and reads nothing. For your servers.',
  },
  { value: 'read', label: 'Read only', description: 'Reads all data except secrets. For reports.' },
  {
    value: 'full',
    label: 'Full access',
    description: 'All permissions of API keys, including inbox sessions and request signing.',
  },
  { value: 'list', label: 'Custom', description: 'Only the permissions you choose.' },
];

/** How far a key goes. */
export const REACHES: readonly { value: Key['reach']; label: string; description: string }[] = [
  { value: 'own', label: 'This environment', description: 'The key cannot access other environments.' },
  {
    value: 'organization',
    label: 'All environments',
    description: 'All environments that are not protected. For publishing and workflow files.',
  },
];

/** What a form has. */
export interface KeyValues extends Record<string, unknown> {
  name: string;
  permissions: Choice;
  list: KeyPermission[];
  reach: Key['reach'];
  /** As `datetime-local` has it; empty: it never expires. */
  expiresAt: string;
}

/** The permissions in the body of a request. */
export function grantOf({ permissions, list }: Pick<KeyValues, 'permissions' | 'list'>): Preset | KeyPermission[] {
  return permissions === 'list' ? list : permissions;
}

/** Says what is missing before a list is sent. */
export function checkList(list: KeyPermission[], { permissions }: KeyValues): string | null {
  return permissions === 'list' && list.length === 0 ? 'Choose at least one permission' : null;
}

/** What a key may do, in a few words. */
export function grantInWords({ preset, permissions }: Pick<Key, 'preset' | 'permissions'>): string {
  if (preset !== null) return CHOICES.find(({ value }) => value === preset)?.label ?? preset;
  const [first, ...others] = permissions;
  return others.length === 0 ? String(first) : `${permissions.length} permissions`;
}

const GRANTABLE = KEY_PERMISSIONS as KeyPermission[];

/** The permissions by what they are for: `events` with `read` and `write`. */
export const BY_RESOURCE: readonly { resource: string; permissions: readonly KeyPermission[] }[] = [
  ...new Set(GRANTABLE.map(resourceOf)),
].map((resource) => ({ resource, permissions: GRANTABLE.filter((one) => resourceOf(one) === resource) }));

function resourceOf(permission: KeyPermission): string {
  return permission.split(':', 1)[0]!;
}
