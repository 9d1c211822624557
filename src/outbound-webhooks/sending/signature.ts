import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, as receivers are given it: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** A request as it is signed. */
export interface SignedRequest {
  id: string;
  /** When the attempt is made: a receiver refuses what is too old. */
  at: Date;
  body: string;
}

/**
 * The headers that prove a request to be ours, in the form of Standard Webhooks (behaviour B3): the signature is the
 * HMAC-SHA256 of id, time in seconds and body, joined by dots, once for each secret that is valid.
 */
export function signatureHeaders({ id, at, body }: SignedRequest, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
