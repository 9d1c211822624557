import type { FastifyRequest } from 'fastify';
import { PayloadValidationException } from '../../platform/errors/payload-validation.exception.js';

/** Characters of a key. */
export const MAX_KEY_LENGTH = 255;

const METHODS: readonly string[] = ['POST', 'PATCH'];

/**
 * The key that a request is to be carried out once under; undefined when it has none, or is of a kind that the key means
 * nothing to: it reads, may be repeated anyway, or uploads a file, which nobody wants to read twice in order to compare
 * it. Throws 400 for a key that is too long.
 */
export function readIdempotencyKey({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || !METHODS.includes(method)) return undefined;
  if (headers['content-type']?.startsWith('multipart/')) return undefined;
  if (key.length <= MAX_KEY_LENGTH) return key;
  const message = `must have at most ${MAX_KEY_LENGTH} characters, but has ${key.length}`;
  // On triggers, clients read a 400 of this form only; elsewhere they look at the message.
  throw new PayloadValidationException([{ field: 'Idempotency-Key', message }], `Idempotency-Key ${message}`);
}
