import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type Account, AccountError, accountKey, type CredentialKey } from '../account.js';

/** A private key in PEM, as it stands in a credential. Throws {@link AccountError} when it is none. */
export function privateKeyOf(pem: string, credential: CredentialKey): KeyObject {
  try {
    // Forms and environment variables often keep its lines apart by a written `\n`.
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
  // For ES256 two numbers of fixed length are wanted; for RS256 the option says nothing.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A token as it was made or fetched. */
export interface AccessToken {
  token: string;
  /** For how long it may be used, in milliseconds from now. */
  lifetimeMs: number;
}

interface Kept {
  token: Promise<string>;
  /** When it must be replaced, in milliseconds since 1970; never while it is still being fetched. */
  endsAt: number;
}

/** The tokens that accounts send with: one for everybody who asks at the same time or later, until it ends. */
export class AccessTokens {
  private readonly kept = new Map<string, Kept>();

  /** The account's token; `fetch` gets one when there is none. When that fails, the next who asks tries again. */
  of(account: Account, now: Date, fetch: () => Promise<AccessToken>): Promise<string> {
    const key = accountKey(account);
    const known = this.kept.get(key);
    if (known && now.getTime() < known.endsAt) return known.token;
    this.dropEnded(now);
    const kept: Kept = { token: Promise.resolve(''), endsAt: Infinity };
    kept.token = fetch().then(
      ({ token, lifetimeMs }) => {
        kept.endsAt = now.getTime() + lifetimeMs;
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

  forget(account: Account): void {
    this.kept.delete(accountKey(account));
  }

  private dropEnded(now: Date): void {
    for (const [key, { endsAt }] of this.kept) if (endsAt <= now.getTime()) this.kept.delete(key);
  }
}
