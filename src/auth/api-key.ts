import { createHash, randomBytes } from 'node:crypto';
import { otherScheme } from '../platform/http/authorization.js';
import type { ApiKey } from './environment.schema.js';

/** A new API key: 32 hexadecimal characters. */
export function generateApiKey(): string {
  return randomBytes(16).toString('hex');
}

/** What a key is found by: its SHA-256 in hex. Keys are long and random, so a plain hash gives nothing away. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Whether a key works at a moment. */
export function isLive({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt === undefined || expiresAt > now;
}

const FORM = '`Authorization: ApiKey <key>`';
const WHERE =
  'The first start prints a key of each environment; on the server, `npm run keys -- list --show` prints them again.';

/** What to do about an `Authorization` header without an API key. It never repeats what may be a key. */
export function missingKeyHint(authorization: string | undefined): string {
  const given = authorization?.trim() ?? '';
  if (given === '') return `Send an API key in the header ${FORM}. ${WHERE}`;
  if (/^ApiKey$/i.test(given))
    return `The header has no key behind ApiKey; perhaps the variable with the key is empty. Its form is ${FORM}. ${WHERE}`;
  const scheme = otherScheme(given);
  if (scheme === undefined)
    return `The header does not begin with ApiKey. Its form is ${FORM}, with a space between the two.`;
  if (/^ApiKey$/i.test(scheme)) return `A key has no spaces in it. The form of the header is ${FORM}.`;
  return `The header says ${scheme}, but this part of the API takes an API key: ${FORM}. ${WHERE}`;
}

/** What to do about a key that no environment has. */
export function unknownKeyHint(key: string): string {
  if (/^[$<{%]|^…|^\.\.\.$/.test(key))
    return 'What is sent as the key is a placeholder. In a shell, variables are put in between double quotes, not single ones.';
  return `No environment of this installation has this key. It may be that of another installation, or have been replaced, or its environment deleted. ${WHERE}`;
}
