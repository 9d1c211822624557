import { accountKey } from '../account/account-key.js';
import type { Account } from '../provider.js';

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
