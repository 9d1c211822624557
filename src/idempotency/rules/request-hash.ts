import { createHash } from 'node:crypto';
import type { Types } from 'mongoose';
import { canonicalJson } from '../../common/values/canonical-json.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';

/** What was asked for, as far as it tells calls apart. */
export interface AskedFor {
  method: string;
  /** Path and query as sent. */
  url: string;
  /** Parsed; undefined when there was none. */
  body: unknown;
}

/**
 * Equal for calls that ask for the same. The environment counts: a key is taken in the whole organization, but what was
 * done in one environment is not done in another, and its answer is none of the other's business.
 */
export function requestHash({ id }: Pick<EnvironmentRef, 'id'>, { method, url, body }: AskedFor): string {
  return hash([id.toHexString(), method, url, canonicalJson(body)]);
}

/** The id of the record of a key. */
export function recordId(organizationId: Types.ObjectId, key: string): string {
  return hash([organizationId.toHexString(), key]);
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url');
}
