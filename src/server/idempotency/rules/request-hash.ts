import { createHash } from 'node:crypto';
import { canonicalParts } from '../../../platform/values/canonical-json.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';

/** What was asked for, as far as it tells calls apart. */
export interface AskedFor {
  method: string;
  /** Path and query as sent. */
  url: string;
  /** Parsed; undefined when there was none. */
  body: unknown;
}

/**
 * Equal for calls of one environment that ask for the same. `turn` is asked before each part of the body, which may be
 * large.
 */
export async function requestHash(
  { id }: Pick<EnvironmentRef, 'id'>,
  { method, url, body }: AskedFor,
  turn: () => Promise<void> | undefined = () => undefined,
): Promise<string> {
  const hash = createHash('sha256').update([id.toHexString(), method, url, ''].join('\0'));
  for (const part of canonicalParts(body)) {
    await turn();
    hash.update(part);
  }
  return hash.digest('base64url');
}

/** The id of the record of a key: environments share none. */
export function recordId({ id, organizationId }: EnvironmentRef, key: string): string {
  const hash = createHash('sha256').update(`${organizationId.toHexString()}\0${key}`).digest('base64url');
  return inEnvironment(id.toHexString(), hash);
}

/** The second half alone was the id while the key was one of the whole organization. */
export function inEnvironment(environmentId: string, id: string): string {
  return `${environmentId}:${id}`;
}
