import { Types } from 'mongoose';
import type { AccountRoles } from '../auth/account-roles.js';
import type { Role } from '../auth/permissions.js';
import { NO_ROLES, whyNotGive } from './role-rules.js';

const STAGING = new Types.ObjectId('6925a1f0c0ffee0123456701');
const LIVE = new Types.ObjectId('6925a1f0c0ffee0123456702');

const roles = (role: Role | 'none', live?: Role | 'none', staging?: Role | 'none'): AccountRoles => ({
  role,
  environmentRoles: [
    ...(live ? [{ environmentId: LIVE, role: live }] : []),
    ...(staging ? [{ environmentId: STAGING, role: staging }] : []),
  ],
});

describe('AC54: roles that somebody may give', () => {
  it.each([
    ['an owner, any', roles('owner'), roles('owner'), roles('viewer')],
    ['an owner, also where the own role is lower', roles('owner', 'viewer'), NO_ROLES, roles('owner')],
    ['an admin, the own', roles('admin'), NO_ROLES, roles('admin')],
    ['an admin, to a person who has it', roles('admin'), roles('admin'), roles('author', 'viewer')],
    [
      'an admin with less in an environment, no more there',
      roles('admin', 'viewer'),
      NO_ROLES,
      roles('admin', 'viewer'),
    ],
    ['what is already there stays', roles('admin', 'viewer'), roles('author', 'admin'), roles('viewer', 'admin')],
  ])('%s', (_case, giver, before, after) => {
    expect(whyNotGive(giver, before, after)).toBeUndefined();
  });

  it.each([
    ['an owner is made', roles('admin'), NO_ROLES, roles('owner'), /organization is 'admin'.* 'owner'/],
    ['an owner is changed', roles('admin'), roles('owner'), roles('admin'), /Only owners/],
    ['an owner of one environment is made', roles('admin'), NO_ROLES, roles('viewer', 'owner'), /6702 is 'admin'/],
    ['an admin is made who may more', roles('admin', 'viewer'), NO_ROLES, roles('admin'), /6702 is 'viewer'/],
    [
      'support, who read contents, is made by less',
      roles('admin', 'viewer'),
      NO_ROLES,
      roles('support'),
      /6702 is 'viewer'/,
    ],
    ['a limit is lifted', roles('admin', 'viewer'), roles('admin', 'viewer'), roles('admin'), /6702 is 'viewer'/],
    ['all roles are above none', roles('admin', undefined, 'none'), NO_ROLES, roles('support'), /6701 is 'none'/],
  ])('not when %s', (_case, giver, before, after, why) => {
    expect(whyNotGive(giver, before, after)).toMatch(why);
  });
});
