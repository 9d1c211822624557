import { createHash } from 'node:crypto';
import { canonicalJson } from '../platform/values/canonical-json.js';

/** What the first entry of an organization names as the hash of the entry before. */
export const NO_HASH = '0'.repeat(64);

/** Where an entry stands: its number, from 1, and its hash. */
export interface ChainPosition {
  readonly sequence: number;
  readonly hash: string;
}

/** An entry as it is hashed and exported, without its own hash. */
export interface UnsealedLine {
  readonly sequence: number;
  /** Hash of the entry before. */
  readonly previousHash: string;
  readonly [field: string]: unknown;
}

/** SHA-256 in hex over the canonical JSON of an entry, in which the hash of the entry before is a field. */
export function hashOf(entry: UnsealedLine): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}

/** A line of an export: the canonical JSON of an entry with its hash, so that no other text stands for the same entry. */
export function lineOf(entry: UnsealedLine, hash: string): string {
  return canonicalJson({ ...entry, hash });
}
