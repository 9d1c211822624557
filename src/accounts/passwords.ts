import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from '../auth/people/account.schema.js';
import { LimitedWork } from './limited-work.js';

/** What OWASP recommends for scrypt: about 128 MB and a quarter of a second for each attempt. */
export const SCRYPT = { N: 131_072, r: 8, p: 1 } as const;

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
 * In this process. Each occupies one of the four threads that files and host names need as well, and 128 MB; more of them
 * would finish no earlier.
 */
const HASHED_AT_ONCE = 2;
const MAY_WAIT = 30;
const hashing = new LimitedWork(HASHED_AT_ONCE, MAY_WAIT);

/** scrypt needs 128 × N × r bytes, and node refuses more than it is told. */
const MEMORY_FACTOR = 256;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Hashes a password, with a new salt and the present parameters. Throws 429 when too many are waiting. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveHash(password, salt, SCRYPT);
  return { hash: hash.toString('base64'), salt: salt.toString('base64'), scrypt: { ...SCRYPT } };
}

/** Takes as long for an account without a password, or for none, as for a wrong one. */
export async function verifyPassword(password: string, stored: PasswordHash | undefined): Promise<boolean> {
  const { hash, salt, scrypt: parameters } = stored ?? NO_PASSWORD;
  const given = await deriveHash(password, Buffer.from(salt, 'base64'), parameters);
  const expected = Buffer.from(hash, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) && stored !== undefined;
}

/** Whether a hash was made with less work than hashes are now: it is replaced when its password is known. */
export function isWeaker({ scrypt: { N, r, p } }: PasswordHash): boolean {
  return N < SCRYPT.N || r < SCRYPT.r || p < SCRYPT.p;
}

const NO_PASSWORD: PasswordHash = {
  hash: Buffer.alloc(HASH_BYTES).toString('base64'),
  salt: Buffer.alloc(SALT_BYTES).toString('base64'),
  scrypt: { ...SCRYPT },
};

/** One text however it was typed: composed and decomposed characters are the same password. */
function deriveHash(password: string, salt: Buffer, { N, r, p }: PasswordHash['scrypt']): Promise<Buffer> {
  const options = { N, r, p, maxmem: MEMORY_FACTOR * N * r };
  return hashing.run(() => derive(password.normalize('NFKC'), salt, HASH_BYTES, options));
}
