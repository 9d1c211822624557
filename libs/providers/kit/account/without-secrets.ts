import type { Account } from '../provider.js';

/** What is not removed: shorter texts stand in ordinary words, too. */
const SHORTEST = 6;
/** Keys whose values are no secrets, and say which account a problem is about. */
const OPEN = new Set(['from', 'senderName', 'host', 'port', 'domain', 'region', 'baseUrl', 'projectName', 'channelId']);
const LONGEST = 500;
/** An `Authorization`, in which name and password are written as one. */
const CREDENTIALS = /(\bauthorization\W{1,6}(?:Basic|Bearer)) [\w+/=.~-]+/gi;
/** What a request proves itself by without being the account's own: fetched tokens, and signed ones. */
const PROOFS = /\bbearer\s+[\w.~+/-]{6,}=*|\beyJ[\w-]+\.[\w-]+\.[\w-]+/gi;

/**
 * Words of a provider without anything secret of the account, however it is written, and not too many of them. `others`:
 * what is secret besides.
 */
export function withoutSecrets(words: string, account: Account, others: readonly string[] = []): string {
  let clean = words.replace(CREDENTIALS, '$1 ***');
  for (const secret of secretsOf(account, others)) clean = clean.split(secret).join('***');
  clean = clean.replace(PROOFS, '***');
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}

function secretsOf(account: Account, others: readonly string[]): string[] {
  const ofAccount = Object.entries(account).flatMap(([key, value]) => (OPEN.has(key) ? [] : textsOf(value)));
  const values = [...ofAccount, ...others];
  const written = values.flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    JSON.stringify(value).slice(1, -1),
  ]);
  // The longest first: one may be part of another.
  return [...new Set(written)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value.trimStart().startsWith('{') ? [value, ...textsOf(parsed(value))] : [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
