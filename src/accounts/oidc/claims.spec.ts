import { readClaims } from './claims.js';

const NAMES = { oidcEmailClaim: 'email', oidcNameClaim: 'name', oidcGroupsClaim: 'groups' };
const WHO = { iss: 'https://login.example.com', sub: 'ada' };

describe('claims', () => {
  it.each([
    [{ email: ' Ada@Example.COM ' }, { email: 'ada@example.com' }],
    [{ email: 'no address' }, { email: undefined }],
    [{ email: ['ada@example.com'] }, { email: undefined }],
    [{ email: `${'x'.repeat(250)}@example.com` }, { email: undefined }],
    [{ email: '\u212aim@example.com' }, { email: undefined }],
    [{ email: 'kim;x@example.com'.replace(';', '\u037e') }, { email: undefined }],
    [{ email: 'kim@example.com\ud800' }, { email: undefined }],
    [{ email: 'Ju\u0308rgen@example.com' }, { email: 'j\u00fcrgen@example.com' }],
    [{ email: 'ada@example.com', email_verified: true }, { emailVerified: true }],
    [{ email: 'Ada@example.com', email_verified: 'true' }, { emailVerified: true }],
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

  const [ADA, EVE] = ['ada@example.com', 'eve@example.com'];
  it.each([
    ['both in the token', 'email', { email: ADA, email_verified: true }, {}, true],
    ['both in the other place', 'email', {}, { email: ADA, email_verified: true }, true],
    ['both in both', 'email', { email: ADA }, { email: ADA, email_verified: true }, true],
    ['of another address in the other place', 'email', { email: ADA }, { email: EVE, email_verified: true }, undefined],
    ['of no address in the other place', 'email', { email: ADA }, { email_verified: true }, undefined],
    ['in the token, of none', 'email', { email_verified: true }, { email: ADA }, undefined],
    ['no in one place', 'email', { email: ADA, email_verified: true }, { email: ADA, email_verified: false }, false],
    ['of another claim', 'upn', { upn: ADA, email: EVE, email_verified: true }, {}, undefined],
    [
      'of another claim that says the same',
      'upn',
      { upn: 'Ada@example.com', email: ADA, email_verified: true },
      {},
      true,
    ],
    ['of no claim', 'upn', { upn: ADA, email_verified: true }, {}, undefined],
    ['no of another claim', 'upn', { upn: ADA, email: EVE, email_verified: false }, {}, false],
  ])('prove an address that is beside them alone: %s', (_where, oidcEmailClaim, claims, more, emailVerified) => {
    const person = readClaims({ ...WHO, ...claims }, { ...NAMES, oidcEmailClaim }, more);
    expect(person).toMatchObject({ email: ADA, emailVerified });
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
