import { createHash, randomBytes } from 'node:crypto';
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
