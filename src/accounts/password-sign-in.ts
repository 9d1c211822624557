import type { Account } from '../auth/people/account.schema.js';
import type { Config } from '../platform/config/config.js';

/**
 * Whether the person may sign in with a password (`PASSWORD_SIGN_IN`). Ask after the password has been verified. Before
 * that, a refusal would say that there is an account, and whether it is an owner's.
 */
export function passwordSignInAllowed(
  { role }: Pick<Account, 'role'>,
  { passwordSignIn }: Pick<Config, 'passwordSignIn'>,
): boolean {
  return passwordSignIn === 'all' || (passwordSignIn === 'owners' && role === 'owner');
}
