import { randomBytes } from 'node:crypto';
import slugify from 'slugify';
import { parseReference } from './slug-codec.js';

const MAX_SLUG_LENGTH = 64;
const RANDOM_CANDIDATES = 4;

/** A name in lowercase ASCII letters, digits and hyphens, at most 64; empty for a script that cannot be spelled so. */
export function nameSlug(name: string): string {
  return slugify.default(name, { lower: true, strict: true }).slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '');
}

/** Whether a path with this text names a resource by its identifier, not by an internal id or a slug. */
export function isIdentifier(text: string): boolean {
  return 'identifier' in parseReference(text);
}

/**
 * Identifiers to try for what brings none: the slug of its name, then the same with random suffixes. A slug that reads
 * as an internal id is not among them. `fallback` stands in for a name that cannot be spelled.
 */
export function identifierCandidates(name: string, fallback: string): string[] {
  const slug = nameSlug(name) || fallback;
  const suffixed = Array.from({ length: RANDOM_CANDIDATES }, () => `${slug}-${randomBytes(3).toString('hex')}`);
  return isIdentifier(slug) ? [slug, ...suffixed] : suffixed;
}
