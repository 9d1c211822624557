import type { IdempotencyRecord, KeptAnswer } from '../idempotency-record.schema.js';

/** What a record means for a call with its key. */
export type RecordState =
  /** Carried out: this was the answer. */
  | { kind: 'answered'; answer: KeptAnswer }
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
