import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that reveals nothing about either. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b));
}

/** Hashed to the same length, which the comparison requires. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
