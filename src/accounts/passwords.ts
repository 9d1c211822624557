import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PasswordHash } from '../auth/people/account.schema.js';
import { LimitedWork, type Turn } from '../platform/scheduling/limited-work.js';

/**
 * The work of a new hash, what OWASP recommends for scrypt: about 128 MB and a quarter of a second for each attempt. No
 * setting changes it; tests give another one.
 */
@Injectable()
export class PasswordCost implements Readonly<PasswordHash['scrypt']> {
  readonly N: number = 131_072;
  readonly r: number = 8;
  readonly p: number = 1;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
 * In this process. Each occupies one of the four threads that files and host names need as well, and 128 MB; more of them
 * would finish no earlier. Strangers have one of them.
 */
const HASHED_AT_ONCE = 2;
const MAY_WAIT = {
  perKey: 5,
  inAll: 30,
  refusal: 'Too many passwords are being checked at this moment: try again',
};

/** The turn of a person whom a session or a link has let in. */
const LET_IN: Turn = { key: '', isKnown: true };

/** scrypt needs 128 × N × r bytes, and node refuses more than it is told. */
const MEMORY_FACTOR = 256;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Hashes passwords and verifies them. Throws 429 when too many are waiting. */
@Injectable()
export class Passwords {
  private readonly hashing = new LimitedWork(HASHED_AT_ONCE, MAY_WAIT);
  private readonly scrypt: PasswordHash['scrypt'];

  constructor({ N, r, p }: PasswordCost) {
    this.scrypt = { N, r, p };
  }

  /** With a new salt and the present parameters. */
  async hash(password: string, turn: Turn = LET_IN): Promise<PasswordHash> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.derive(password, salt, this.scrypt, turn);
    return { hash: hash.toString('base64'), salt: salt.toString('base64'), scrypt: this.scrypt };
  }

  /** Takes as long for an account without a password, or for none, as for a wrong one. */
  async verify(password: string, stored: PasswordHash | undefined, turn: Turn = LET_IN): Promise<boolean> {
    const { hash, salt, scrypt: parameters } = stored ?? { ...NO_PASSWORD, scrypt: this.scrypt };
    const given = await this.derive(password, Buffer.from(salt, 'base64'), parameters, turn);
    const expected = Buffer.from(hash, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected) && stored !== undefined;
  }

  /** Whether a hash was made with less work than hashes are now: it is replaced when its password is known. */
  isWeaker({ scrypt: { N, r, p } }: PasswordHash): boolean {
    return N < this.scrypt.N || r < this.scrypt.r || p < this.scrypt.p;
  }

  /** One text however it was typed: composed and decomposed characters are the same password. */
  private derive(password: string, salt: Buffer, { N, r, p }: PasswordHash['scrypt'], turn: Turn): Promise<Buffer> {
    const options = { N, r, p, maxmem: MEMORY_FACTOR * N * r };
    return this.hashing.run(turn, () => derive(password.normalize('NFKC'), salt, HASH_BYTES, options));
  }
}

const NO_PASSWORD = {
  hash: Buffer.alloc(HASH_BYTES).toString('base64'),
  salt: Buffer.alloc(SALT_BYTES).toString('base64'),
};
