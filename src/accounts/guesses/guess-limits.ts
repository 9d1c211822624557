import { isIPv6 } from 'node:net';
import { later } from '../../platform/clock.js';

/** Of responses with 429. */
export const SLOWED =
  'Too many attempts have failed, or too many passwords are being checked at this moment; `Retry-After` says when to try again.';

/**
 * What attempts to sign in are counted for: one account from one address, the account from anywhere, the address for any
 * account (behaviour AC5).
 */
export type Scope = 'account and address' | 'account' | 'address';

/** Attempts that fail before the next one has to wait. Many people share an address; nobody types hundreds of passwords. */
export const FREE_ATTEMPTS: Readonly<Record<Scope, number>> = {
  'account and address': 5,
  account: 25,
  address: 50,
};

/** After so long without another one, attempts are forgotten. */
export const WINDOW_MS = 15 * 60_000;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/** How often an attempt has failed, and when the next one is possible. */
export interface Attempts {
  /** Those that have begun and have not succeeded. */
  failures: number;
  nextAt: Date;
  /** They are forgotten then. */
  expiresAt: Date;
}

/** Until when an attempt has to wait; undefined when it is possible now. */
export function waitsUntil(attempts: Attempts | undefined, now: Date): Date | undefined {
  return attempts && attempts.expiresAt > now && attempts.nextAt > now ? attempts.nextAt : undefined;
}

/**
 * What is stored when an attempt begins. It counts as failed from then on, so that any number of concurrent guesses is
 * counted; what turns out to be right is taken back.
 */
export function withOneMore(attempts: Attempts | undefined, scope: Scope, now: Date): Attempts {
  const failures = (attempts && attempts.expiresAt > now ? attempts.failures : 0) + 1;
  const beyond = failures - FREE_ATTEMPTS[scope];
  const wait = beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, MAX_WAIT_MS);
  return { failures, nextAt: later(now, wait), expiresAt: later(now, WINDOW_MS) };
}

/** A number of failures. */
interface Count {
  scope: Scope;
  failures: number;
}

/**
 * What the audit trail says of an attempt that failed: the first one in a window, and those after which further ones are
 * slowed. Undefined for all others, however many they are.
 */
export function noteworthy(counts: readonly Count[]): (Count & { isSlowed: boolean }) | undefined {
  const slowed = counts.find(({ scope, failures }) => failures === FREE_ATTEMPTS[scope]);
  if (slowed) return { ...slowed, isSlowed: true };
  const first = counts.find(({ scope, failures }) => scope === 'account and address' && failures === 1);
  return first && { ...first, isSlowed: false };
}

const NETWORK_PARTS = 4;

/** What counts as one address. In IPv6 this is a network, because a customer of a provider has all addresses in it. */
export function sourceOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = address.split('%', 1)[0]!.toLowerCase();
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const parts = [...before, ...Array<string>(gap).fill('0'), ...after];
  return parts
    .slice(0, NETWORK_PARTS)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
