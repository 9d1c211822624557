import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { LegacyApplication } from './legacy-application.schema.js';

const SECRET_BYTES = 32;
const ID_BYTES = 12;

/** A new application id. It holds no colon, which would end it in Basic credentials. */
export function generateApplicationId(): string {
  return `app_${randomBytes(ID_BYTES).toString('hex')}`;
}

/** A new secret: 43 characters that need no escaping anywhere. */
export function generateSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is kept of a secret: its SHA-256 in hex. Secrets are long and random, so a plain hash gives nothing away. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether the application's secret, or a former one that has not ended at `now`, is this one; in constant time. */
export function acceptsSecret(
  { secretHash, formerSecret }: Pick<LegacyApplication, 'secretHash' | 'formerSecret'>,
  secret: string,
  now: Date,
): boolean {
  const hash = hashSecret(secret);
  const isCurrent = isSameHash(hash, secretHash);
  const isFormer = isSameHash(hash, formerSecret?.hash ?? secretHash);
  return isCurrent || (isFormer && formerSecret !== undefined && now < formerSecret.until);
}

function isSameHash(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));
}
