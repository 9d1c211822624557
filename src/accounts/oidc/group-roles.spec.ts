import { parseGroupRoles, rolesOfGroups } from './group-roles.js';

const ENVIRONMENTS = new Map([
  ['Development', 'd'],
  ['Production', 'p'],
  ['prod-1', 'p'],
]);

describe('roles of groups', () => {
  it.each([
    ['ops=admin', [{ group: 'ops', role: 'admin' }]],
    [
      ' /ops = x=owner , staff=viewer@Production,',
      [
        { group: '/ops = x', role: 'owner' },
        { group: 'staff', role: 'viewer', environment: 'Production' },
      ],
    ],
    ['cn=ops\\,ou=groups=author@EU\\, west', [{ group: 'cn=ops,ou=groups', role: 'author', environment: 'EU, west' }]],
    ['a@example.com=support', [{ group: 'a@example.com', role: 'support' }]],
    ['', []],
  ])('are parsed from %j', (text, expected) => {
    expect(parseGroupRoles(text)).toEqual(expected);
  });

  it.each(['ops', 'ops=', '=admin', 'ops=boss', 'ops=admin@', 'ops=Admin', 'ops=none'])(
    'cannot be parsed from %j',
    (text) => {
      expect(() => parseGroupRoles(text)).toThrow(/^(must be pairs such as|has "ops=none")/);
    },
  );

  it.each([
    ['ops=admin', ['ops'], 'admin', {}],
    ['ops=admin', [], undefined, {}],
    ['ops=admin', ['Ops', 'ops '], undefined, {}],
    ['ops=admin,all=viewer', ['all', 'ops', 'x'], 'admin', {}],
    ['all=viewer,all=author@Development', ['all'], 'viewer', { d: 'author' }],
    ['all=author,all=viewer@Production', ['all'], 'author', { p: 'viewer' }],
    ['all=author,all=none@Production', ['all'], 'author', { p: 'none' }],
    ['dev=author@Development', ['dev'], 'none', { d: 'author' }],
    ['dev=none@Development', ['dev'], undefined, {}],
    // What one group lacks in an environment, another has there.
    ['all=author,all=viewer@Production,ops=admin', ['all', 'ops'], 'admin', {}],
    ['all=author,all=viewer@Production,release=author@Production', ['all', 'release'], 'author', {}],
    ['all=viewer@Production,all=admin@prod-1', ['all'], 'none', { p: 'admin' }],
    // An environment that is no longer there opens nothing.
    ['all=author,all=viewer@Live', ['all'], 'viewer', {}],
    ['all=viewer,all=admin@Live', ['all'], 'viewer', {}],
    ['all=author,all=none@Live', ['all'], undefined, {}],
  ])('of %j for people in %j are %p', (text, groups, role, environmentRoles) => {
    const roles = rolesOfGroups(groups, parseGroupRoles(text), ENVIRONMENTS);
    expect(roles?.role).toBe(role);
    expect(Object.fromEntries(roles?.environmentRoles ?? [])).toEqual(environmentRoles);
  });
});
