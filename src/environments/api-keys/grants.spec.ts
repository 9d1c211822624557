import { KEY_PERMISSIONS, KEY_PRESETS } from '../../auth/permissions.js';
import { type Grant, permissionsOf, permissionsOfKey, presetOf, storedPermissions } from './grants.js';

describe('what a key is granted', () => {
  it.each<[Grant, string[] | undefined]>([
    ['full', undefined],
    [KEY_PERMISSIONS, undefined],
    ['trigger', ['events:write']],
    [
      ['workflows:write', 'events:write', 'workflows:write'],
      ['events:write', 'workflows:write'],
    ],
  ])('KP1: %p is stored as %p', (grant, stored) => {
    expect(storedPermissions(grant)).toEqual(stored);
  });

  it('KP1: a key never has a permission that only people have', () => {
    expect(permissionsOf(['members:write', 'owners:write', 'events:read'])).toEqual(['events:read']);
  });

  it.each(['full', 'read', 'trigger'] as const)('KP1: the list of %s is recognized', (preset) => {
    expect(presetOf([...KEY_PRESETS[preset]].toReversed())).toBe(preset);
  });

  it('KP1: a list that equals no preset has no name', () => {
    expect(presetOf(['events:write', 'events:read'])).toBeUndefined();
  });

  it('KP1: a key that was stored without permissions may do everything', () => {
    expect(permissionsOfKey({})).toEqual(KEY_PERMISSIONS);
  });

  it('KP1: the preset read changes nothing and sees no secret', () => {
    expect(KEY_PRESETS.read.every((permission) => permission.endsWith(':read'))).toBe(true);
    expect(KEY_PRESETS.read).not.toContain('secrets:read');
    expect(KEY_PRESETS.read).not.toContain('api-keys:read');
  });
});
