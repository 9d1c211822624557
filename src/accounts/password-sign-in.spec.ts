import { passwordSignInAllowed } from './password-sign-in.js';

describe('signing in with a password', () => {
  it.each([
    ['all', 'owner', true],
    ['all', 'viewer', true],
    ['all', 'none', true],
    ['owners', 'owner', true],
    ['owners', 'admin', false],
    ['owners', 'none', false],
    ['off', 'owner', false],
    ['off', 'viewer', false],
  ] as const)('PASSWORD_SIGN_IN=%s: an account with the role %s may: %p', (passwordSignIn, role, expected) => {
    expect(passwordSignInAllowed({ role }, { passwordSignIn })).toBe(expected);
  });
});
