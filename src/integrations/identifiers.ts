import { randomBytes } from 'node:crypto';
import { nameSlug } from '../platform/ids/identifiers.js';

const FALLBACK = 'integration';

/** An identifier for an integration that brings none: the slug of its name and a random suffix. */
export function newIdentifier(name: string): string {
  return `${nameSlug(name) || FALLBACK}-${randomBytes(4).toString('hex')}`;
}
