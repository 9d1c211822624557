import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { AccountError } from '../account/account.js';
import type { CredentialKey } from '../account/credential-keys.js';

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
