import { createHmac } from 'node:crypto';

/** The header that carries the signature. */
export const SIGNATURE_HEADER = 'novu-signature';

/**
 * Proves to the receiver that a request is the environment's own and recent (behaviour W3): `t` is the time in
 * milliseconds, `v1` the HMAC-SHA256 of time, dot and body under the environment's API key.
 */
export function requestSignature(secret: string, body: string, now: Date): string {
  const time = now.getTime();
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}
