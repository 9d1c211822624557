import { createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';

/** The header with the signature. */
export const SIGNATURE_HEADER = 'novu-signature';

/** How far the clocks of sender and receiver may differ, including the time in transit. */
export const SIGNATURE_LIFE_MS = 300_000;

/**
 * Proves to the receiver that a request is recent and from the environment (behaviour W3): `t` is the time in
 * milliseconds, `v1` the HMAC-SHA256 of time, dot and body under the environment's API key.
 */
export function requestSignature(secret: string, body: string, now: Date): string {
  const time = now.getTime();
  return `t=${time},v1=${digestOf(secret, time, body)}`;
}

/** Whether a signature of this form was made with the secret, for this body, at most {@link SIGNATURE_LIFE_MS} ago. */
export function isSignedWith(secret: string, body: string, signature: string, now: Date): boolean {
  const [, time, digest] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || digest === undefined) return false;
  return (
    Math.abs(now.getTime() - Number(time)) <= SIGNATURE_LIFE_MS && isSameSecret(digest, digestOf(secret, time, body))
  );
}

function digestOf(secret: string, time: number | string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}
