import type { Types } from 'mongoose';
import type { SendResult } from '#libs/providers/kit/provider.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageProgress, SendAttempt } from '../../../notifications/messages/sending-progress.js';
import { later } from '../../../platform/clock.js';
import type { TimedResult } from '../step-effects.js';

/** The result for one address of a message. */
export interface AddressResult extends TimedResult {
  key: string;
}

/** How failed messages are retried (behaviour S1). */
export interface RetryPolicy {
  /** Number of attempts with one integration. */
  tries: number;
  /** Milliseconds before the second attempt; each further wait is twice as long. */
  firstWaitMs: number;
  /** Between 0 and 1: spreads the attempts of many messages that failed together. */
  random: () => number;
}

/** The progress of a message before the first attempt. */
export function unsent(integration: Pick<Integration, '_id'>): MessageProgress {
  return { attempts: [], integrationId: integration._id, tries: 0, givenUp: [], settled: [] };
}

/** Attempts that are stored with a message. Only a message to many addresses has more; then the latest are kept. */
const MAX_ATTEMPTS = 50;

/**
 * The progress of a message after one round. Addresses that accepted or permanently refused it are settled. For the others
 * `until` says when to continue: later with the same integration; or, after its last attempt, immediately with one of
 * `others` that has not been tried; without such an integration they are settled as failed (behaviour S1).
 */
export function afterRound(
  before: MessageProgress,
  round: { results: readonly AddressResult[]; integration: Integration; others: readonly Integration[]; now: Date },
  policy: RetryPolicy,
): MessageProgress {
  const { results, integration, others, now } = round;
  const attempts = results.map((one) => attemptOf(one, integration, now));
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
    return { ...progress, until: later(now, waitAfter(progress.tries, policy, asked)) };
  }
  const givenUp = [...before.givenUp, integration._id];
  const next = others.find(({ _id }) => !includes(givenUp, _id));
  if (next) return { ...progress, givenUp, integrationId: next._id, tries: 0, until: now };
  const lost = open.map(({ key, error }) => ({ key, sent: false, error }));
  return { ...progress, givenUp, settled: [...progress.settled, ...lost] };
}

/** Waits vary by up to 20 %. */
const JITTER = 0.2;

/** Milliseconds until the next attempt after `tries` failed ones; longer when the provider asks for that. */
export function waitAfter(tries: number, { firstWaitMs, random }: RetryPolicy, retryAfterMs = 0): number {
  const backoff = firstWaitMs * 2 ** (tries - 1) * (1 - JITTER + 2 * JITTER * random());
  return Math.round(Math.max(backoff, retryAfterMs));
}

function attemptOf({ result, ms }: AddressResult, integration: Integration, at: Date): SendAttempt {
  const by = { at, ms, integrationId: integration._id, providerId: integration.providerId };
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
