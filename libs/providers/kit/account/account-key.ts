import { createHash } from 'node:crypto';
import type { Account } from '../provider.js';

/** What is kept for an account is found by this: equal for equal accounts, and it tells nothing of what is in them. */
export function accountKey(account: Account): string {
  const sorted = Object.entries(account).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}
