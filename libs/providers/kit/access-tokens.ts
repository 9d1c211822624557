import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type Account, AccountError, accountKey, type CredentialKey } from './account.js';

/** Reads a private key in PEM from a credential. Throws {@link AccountError} when it is invalid. */
export function privateKeyOf(pem: string, credential: CredentialKey): KeyObject {
  try {
    // Forms and environment variables often separate the lines by a literal `\n`.
    return createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    throw new AccountError(`the credential "${credential}" of the integration holds no private key`);
  }
}

/** A signed JSON Web Token (RFC 7519). */
export function signedToken(
  algorithm: 'RS256' | 'ES256',
  keyId: string | undefined,
  claims: Readonly<Record<string, unknown>>,
  key: KeyObject,
): string {
  const header = { alg: algorithm, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  // ES256 needs two numbers of fixed length; the option has no effect for RS256.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A token that was created or fetched. */
export interface AccessToken {
  token: string;
  /** How long it may be used, in milliseconds from now. */
  lifetimeMs: number;
}

interface Kept {
  token: Promise<string>;
  /** When it was made, last used and must be replaced, in milliseconds since 1970; infinite while being fetched. */
  madeAt: number;
  usedAt: number;
  endsAt: number;
}

/** A cache of the tokens of accounts: concurrent and later callers share a token until it expires. */
export class AccessTokens {
  private readonly kept = new Map<string, Kept>();

  /** `minAgeMs`: for services that accept a new token only after a while. */
  constructor(private readonly minAgeMs = 0) {}

  /**
   * Returns the account's token; calls `fetch` when there is none. When that fails, the next call tries again. When the
   * clock was set back, the age of a token is unknown, and a new one is fetched.
   */
  of(account: Account, now: Date, fetch: () => Promise<AccessToken>): Promise<string> {
    const key = accountKey(account);
    const time = now.getTime();
    const known = this.kept.get(key);
    if (known && known.usedAt <= time && time < known.endsAt) {
      known.usedAt = time;
      return known.token;
    }
    this.dropExpired(now);
    const kept: Kept = { token: Promise.resolve(''), madeAt: time, usedAt: time, endsAt: Infinity };
    kept.token = fetch().then(
      ({ token, lifetimeMs }) => {
        kept.endsAt = time + lifetimeMs;
        return token;
      },
      (error: unknown) => {
        if (this.kept.get(key) === kept) this.kept.delete(key);
        throw error;
      },
    );
    this.kept.set(key, kept);
    return kept.token;
  }

  /** What is kept for the account at this moment, for {@link replace}. */
  current(account: Account): unknown {
    return this.kept.get(accountKey(account));
  }

  /**
   * Forgets a token that the service has refused. `before`: what was kept before the request. Whether another attempt
   * makes sense: not with a token that was made for this request, nor before the service accepts a new one.
   */
  replace(account: Account, before: unknown, now: Date): boolean {
    const key = accountKey(account);
    const known = this.kept.get(key);
    if (known !== before && before !== undefined) return true;
    if (!known || Math.abs(now.getTime() - known.madeAt) < this.minAgeMs) return false;
    this.kept.delete(key);
    return before !== undefined;
  }

  forget(account: Account): void {
    this.kept.delete(accountKey(account));
  }

  private dropExpired(now: Date): void {
    for (const [key, { endsAt }] of this.kept) if (endsAt <= now.getTime()) this.kept.delete(key);
  }
}
