import type { CredentialKey } from './credential-keys.js';
import type { Account } from '../provider.js';

/** The account lacks something without which it cannot send. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** A text of the account; undefined when it has none. */
export function optionalText(account: Account, key: CredentialKey): string | undefined {
  const value = account[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text of the account. Throws {@link AccountError} when it has none. */
export function text(account: Account, key: CredentialKey): string {
  const value = optionalText(account, key);
  if (value === undefined) throw new AccountError(`the integration has no credential "${key}"`);
  return value;
}

/** An address of the account without a slash at its end, or the service's own. */
export function baseUrl(account: Account, fallback?: string): string {
  const given = optionalText(account, 'baseUrl') ?? fallback;
  if (given === undefined) throw new AccountError('the integration has no credential "baseUrl"');
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(url)) throw new AccountError('the credential "baseUrl" of the integration is no address');
  return url.replace(/\/+$/, '');
}

/** The `Authorization` of a name and a password. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
