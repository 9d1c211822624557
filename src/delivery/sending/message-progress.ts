import type { Types } from 'mongoose';
import type { SendResult } from '#libs/providers/kit/send-result.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { MessageProgress, SendAttempt } from '../../notifications/activity/sending-progress.js';
import { type RetryPolicy, waitAfter } from './retry-policy.js';

/** Attempts that a message keeps in mind; more come together only at many addresses, and the latest tell most. */
const MAX_ATTEMPTS = 50;

/** What came back for one address of a message. */
export interface AddressResult {
  key: string;
  result: SendResult;
}

/** A message that nobody has tried to send. */
export function unsent(integration: Pick<Integration, '_id'>): MessageProgress {
  return { attempts: [], integrationId: integration._id, tries: 0, givenUp: [], settled: [] };
}

/**
 * The message after one round: addresses that took it or never will are settled. For the others it says when to go on:
 * later with the same integration, or at once with one of `others` that was not tried yet, when this one has had its
 * tries; without such a one they are settled as failed (behaviour S1).
 */
export function afterRound(
  before: MessageProgress,
  round: { results: readonly AddressResult[]; integration: Integration; others: readonly Integration[]; now: Date },
  policy: RetryPolicy,
): MessageProgress {
  const { results, integration, others, now } = round;
  const attempts = results.map(({ result }) => attemptOf(result, integration, now));
  const id = results.flatMap(({ result }) => (result.ok && result.id !== undefined ? [result.id] : []))[0];
  const open = results.flatMap(({ key, result }) => (isTransient(result) ? [{ key, ...result }] : []));
  const progress: MessageProgress = {
    ...before,
    attempts: [...before.attempts, ...attempts].slice(-MAX_ATTEMPTS),
    tries: before.tries + 1,
    settled: [...before.settled, ...results.flatMap(settledBy)],
    ...(id !== undefined && { providerMessageId: before.providerMessageId ?? id }),
  };
  delete progress.until;
  if (open.length === 0) return progress;
  if (progress.tries < policy.tries) {
    const asked = Math.max(...open.map(({ retryAfterMs = 0 }) => retryAfterMs));
    return { ...progress, until: new Date(now.getTime() + waitAfter(progress.tries, policy, asked)) };
  }
  const givenUp = [...before.givenUp, integration._id];
  const next = others.find(({ _id }) => !includes(givenUp, _id));
  if (next) return { ...progress, givenUp, integrationId: next._id, tries: 0, until: now };
  const lost = open.map(({ key, error }) => ({ key, sent: false, error }));
  return { ...progress, givenUp, settled: [...progress.settled, ...lost] };
}

function attemptOf(result: SendResult, integration: Integration, at: Date): SendAttempt {
  const by = { at, integrationId: integration._id, providerId: integration.providerId };
  if (result.ok) return { ...by, outcome: 'sent' };
  return {
    ...by,
    outcome: result.ambiguous ? 'ambiguous' : result.kind,
    error: result.error,
    ...(result.statusCode !== undefined && { statusCode: result.statusCode }),
  };
}

function isTransient(result: SendResult): result is Exclude<SendResult, { ok: true }> {
  return !result.ok && result.kind === 'transient';
}

function settledBy({ key, result }: AddressResult): MessageProgress['settled'] {
  if (result.ok) return [{ key, sent: true }];
  return result.kind === 'transient' ? [] : [{ key, sent: false, error: result.error }];
}

function includes(ids: readonly Types.ObjectId[], id: Types.ObjectId): boolean {
  return ids.some((one) => one.equals(id));
}
