import { createHash } from 'node:crypto';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { canonicalParts } from '../../platform/values/canonical-json.js';
import type { IdempotencyRecord, KeptResponse } from './idempotency-record.schema.js';

/** A response as it is sent. */
export interface CallResponse {
  /** HTTP status. */
  status: number;
  contentType?: string;
  /** Empty when there is none. */
  body: string;
}

/** Statuses below 500 after which the same request may succeed later. */
const TEMPORARY: readonly number[] = [408, 425, 429];

/**
 * Whether a repetition gets this response again. Successes and refusals are final. Temporary failures are not, because the
 * purpose of the key is to retry: server errors (500, 503), too many requests, and any response with `Retry-After`. Then a
 * repetition is another attempt at the same call.
 */
export function isFinal(status: number, retryAfter: unknown): boolean {
  return status < 500 && !TEMPORARY.includes(status) && retryAfter === undefined;
}

/** The state of a record for a call with its key. */
export type RecordState =
  /** The call is complete, with this response. */
  | { kind: 'completed'; response: KeptResponse }
  /** A concurrent request is in progress. */
  | { kind: 'running' }
  /** The key was used for another call. */
  | { kind: 'other_request' }
  /** The last attempt at the same call had no final response. */
  | { kind: 'no_response' }
  /** The record has expired, even if the store has not removed it yet: the key is free. */
  | { kind: 'expired' };

/** Behaviour D8. The key belongs to its call until the record expires, even while there is no response. */
export function stateOf(
  record: Pick<IdempotencyRecord, 'request' | 'answer' | 'runningUntil' | 'expiresAt'>,
  request: string,
  now: Date,
): RecordState {
  if (record.expiresAt <= now) return { kind: 'expired' };
  if (record.request !== request) return { kind: 'other_request' };
  if (record.answer) return { kind: 'completed', response: record.answer };
  return { kind: record.runningUntil > now ? 'running' : 'no_response' };
}

/** The parts of a request that identify a call. */
export interface CallRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  /** Parsed; undefined when there was none. */
  body: unknown;
  /** The callers that may get the response; undefined for those that may do everything. */
  caller?: string | undefined;
}

/** Equal for equal requests in one environment. `turn` is called before each part of the body, which may be large. */
export async function requestHash(
  { id }: Pick<EnvironmentRef, 'id'>,
  { method, url, body, caller = '' }: CallRequest,
  turn: () => Promise<void> | undefined = () => undefined,
): Promise<string> {
  const hash = createHash('sha256').update([id, method, url, caller].join('\0'));
  for (const part of canonicalParts(body)) {
    await turn();
    hash.update(part);
  }
  return hash.digest('base64url');
}

/** The id of the record of a key, different in each environment. */
export function recordId({ id, organizationId }: EnvironmentRef, key: string): string {
  const hash = createHash('sha256').update(`${organizationId}\0${key}`).digest('base64url');
  return inEnvironment(id.toHexString(), hash);
}

/** In an earlier release keys belonged to the whole organization, and the second half alone was the id. */
export function inEnvironment(environmentId: string, id: string): string {
  return `${environmentId}:${id}`;
}
