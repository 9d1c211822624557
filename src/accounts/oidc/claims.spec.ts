import { readClaims } from './claims.js';

const NAMES = { oidcEmailClaim: 'email', oidcNameClaim: 'name', oidcGroupsClaim: 'groups' };
const WHO = { iss: 'https://login.example.com', sub: 'ada' };

describe('claims', () => {
  it.each([
    [{ email: ' Ada@Example.COM ' }, { email: 'ada@example.com' }],
    [{ email: 'no address' }, { email: undefined }],
    [{ email: ['ada@example.com'] }, { email: undefined }],
    [{ email: `${'x'.repeat(250)}@example.com` }, { email: undefined }],
    [{ email_verified: true }, { emailVerified: true }],
    [{ email_verified: 'true' }, { emailVerified: true }],
    [{ email_verified: 'false' }, { emailVerified: false }],
    [{ email_verified: null }, { emailVerified: false }],
    [{}, { emailVerified: undefined, groups: undefined, name: undefined }],
    [{ name: 'Ada\nLovelace ' }, { name: 'Ada Lovelace' }],
    [{ name: 7 }, { name: undefined }],
    [{ groups: ['ops', 7, null, 'staff'] }, { groups: ['ops', 'staff'] }],
    [{ groups: 'ops' }, { groups: ['ops'] }],
    [{ groups: { ops: true } }, { groups: undefined }],
  ])('%j are read as %j', (claims, expected) => {
    expect(readClaims({ ...WHO, ...claims }, NAMES)).toMatchObject({
      issuer: WHO.iss,
      subject: WHO.sub,
      ...expected,
    });
  });

  it.each([
    ['realm_access.roles', { realm_access: { roles: ['ops'] } }],
    ['https://example.com/groups', { 'https://example.com/groups': ['ops'] }],
    ['a.b', { 'a.b': ['ops'], a: { b: ['staff'] } }],
  ])('are found under %j', (oidcGroupsClaim, claims) => {
    expect(readClaims({ ...WHO, ...claims }, { ...NAMES, oidcGroupsClaim }).groups).toEqual(['ops']);
  });

  it.each(['constructor', '__proto__', 'realm.constructor', 'email.length'])(
    'are not found under %j',
    (oidcGroupsClaim) => {
      const claims = { ...WHO, realm: {}, email: 'ada@example.com' };
      expect(readClaims(claims, { ...NAMES, oidcGroupsClaim }).groups).toBeUndefined();
    },
  );
});
