import { createHash } from 'node:crypto';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { canonicalParts } from '../../platform/values/canonical-json.js';
import type { IdempotencyRecord, KeptResponse } from './idempotency-record.schema.js';

/** An answer as it leaves. */
export interface CallResponse {
  /** HTTP status. */
  status: number;
  contentType?: string;
  /** Empty when there is none. */
  body: string;
}

/** Statuses below 500 that say that the same request may succeed later. */
const PASSING: readonly number[] = [408, 425, 429];

/**
 * Whether a repetition gets this answer again. Successes and refusals are final. What passes is not, or trying again,
 * which is what the key is for, would be in vain: failures of ours (500, 503), too many requests, and whatever names a
 * time to come back with `Retry-After`. A repetition is another attempt at the same call then.
 */
export function isFinal(status: number, retryAfter: unknown): boolean {
  return status < 500 && !PASSING.includes(status) && retryAfter === undefined;
}

/** What a record means for a call with its key. */
export type RecordState =
  /** Carried out: this was the answer. */
  | { kind: 'answered'; answer: KeptResponse }
  /** Somebody is at it. */
  | { kind: 'running' }
  /** The key stands for another call. */
  | { kind: 'other_request' }
  /** No answer came of the last attempt at the same call. */
  | { kind: 'unanswered' }
  /** The record's time is over, even if the store has not removed it yet: the key is free. */
  | { kind: 'expired' };

/** Behaviour D8. The key stands for its call as long as the record lives, also while that has no answer. */
export function standingOf(
  record: Pick<IdempotencyRecord, 'request' | 'answer' | 'runningUntil' | 'expiresAt'>,
  request: string,
  now: Date,
): RecordState {
  if (record.expiresAt <= now) return { kind: 'expired' };
  if (record.request !== request) return { kind: 'other_request' };
  if (record.answer) return { kind: 'answered', answer: record.answer };
  return { kind: record.runningUntil > now ? 'running' : 'unanswered' };
}

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
