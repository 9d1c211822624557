import type { Types } from 'mongoose';
import { type Fault, faultOf, isFinal } from '#libs/providers/kit/fault.js';
import { mailboxOf } from '#libs/providers/kit/content.js';
import type { AddressOutcome, SendProblem, SendResult } from '#libs/providers/kit/provider.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageProgress, RefusedAddress, SendAttempt } from '../../../notifications/messages/sending-progress.js';
import { later } from '../../../platform/clock.js';
import type { OutgoingContent, TimedResult } from '../step-effects.js';
import { type RetryPolicy, waitAfter, waitForTurn } from './retry-policy.js';

/** The result for one address of a message. For an email that is all of its addresses. */
export interface AddressResult extends TimedResult {
  key: string;
  content: OutgoingContent;
}

/** The progress of a message before the first attempt. */
export function unsent(integration: Pick<Integration, '_id'>): MessageProgress {
  return { attempts: [], integrationId: integration._id, tries: 0, givenUp: [], settled: [] };
}

/** The number of addresses that it was sent to. */
export function sentOf({ settled }: MessageProgress): number {
  return settled.filter(({ sent }) => sent).length;
}

/** One try of all addresses that are not settled. */
interface Round {
  results: readonly AddressResult[];
  /** The integration that it was sent with. */
  integration: Integration;
  /** All that may be used, the preferred one first. */
  integrations: readonly Integration[];
  now: Date;
}

/** Attempts that are stored with a message. Only a message to many addresses has more; then the latest are kept. */
const MAX_ATTEMPTS = 50;

/**
 * The progress of a message after one round. Addresses that accepted it, or refused it for good, are settled. For the others
 * `until` says when to continue: immediately with an integration that has not been tried in this turn, when the account of
 * this one is refused, or it has had its attempts; else later. They are lost when their time is over (behaviour S1).
 */
export function afterRound(before: MessageProgress, round: Round, policy: RetryPolicy): MessageProgress {
  const { results, integration, integrations, now } = round;
  const tried = results.filter(({ result }) => result.ok || !result.untried);
  const id = results.flatMap(({ result }) => (result.ok && result.id !== undefined ? [result.id] : []))[0];
  const progress: MessageProgress = {
    ...results.reduce(withResult, before),
    attempts: [...before.attempts, ...tried.map((one) => attemptOf(one, integration, now))].slice(-MAX_ATTEMPTS),
    since: before.since ?? now,
    tries: before.tries + Math.min(tried.length, 1),
    ...(id !== undefined && { providerMessageId: before.providerMessageId ?? id }),
    ...(results.some(({ suppressed }) => suppressed) && { suppressed: true }),
  };
  delete progress.until;
  const settled = new Set(progress.settled.map(({ key }) => key));
  const open = results
    .filter(({ key }) => !settled.has(key))
    .map((one) => ({ ...one, problem: problemOf(one.result) }));
  if (open.length === 0) return progress;
  const asked = Math.max(...open.map(({ problem }) => problem.retryAfterMs ?? 0));
  const passes = open.every(({ problem }) => faultOf(problem) === 'passing');
  if (passes && tried.length > 0 && progress.tries < policy.tries) {
    return { ...progress, until: later(now, waitAfter(progress.tries, policy, asked)) };
  }
  const givenUp = [...before.givenUp, integration._id];
  const next = integrations.find(({ _id }) => !includes(givenUp, _id));
  // In a late turn, each has one try.
  const tries = progress.isLate ? policy.tries - 1 : 0;
  if (next) return { ...progress, givenUp, integrationId: next._id, tries, until: now };
  const { channel } = results[0]!.content;
  const elapsed = now.getTime() - progress.since!.getTime();
  const ends = passes && tried.length > 0 && policy.endsAfterTries;
  const wait = ends ? undefined : waitForTurn(channel, elapsed, policy, asked);
  if (wait === undefined) return { ...open.reduce(withLost, progress), givenUp };
  const again = {
    ...progress,
    givenUp: [],
    integrationId: (integrations[0] ?? integration)._id,
    until: later(now, wait),
  };
  return tried.length > 0 ? { ...again, tries: policy.tries - 1, isLate: true } : again;
}

/** Settles an address, unless it may still accept the message, or one of the addresses of the email may. */
function withResult(before: MessageProgress, { key, result, content }: AddressResult): MessageProgress {
  const outcomes = result.addresses ?? (before.only && outcomesOfAll(before.only, result));
  if (!outcomes) {
    if (result.ok) return settledAs(before, { key, sent: true });
    return isFinal(result) ? settledAs(before, { key, sent: false, error: result.error }) : before;
  }
  const open = outcomes.filter(isOpen);
  const progress = {
    ...before,
    accepted: [...(before.accepted ?? []), ...outcomes.filter(({ ok }) => ok).map(({ address }) => address)],
    refused: [...(before.refused ?? []), ...outcomes.filter((one) => !one.ok && !isOpen(one)).map(asRefused)],
  };
  if (open.length > 0) return { ...progress, only: open.map(({ address }) => address) };
  return settledByAddresses(progress, key, content);
}

/** Gives up what is still open. */
function withLost(progress: MessageProgress, { key, content, problem }: AddressResult & { problem: SendProblem }) {
  if (!progress.only) return settledAs(progress, { key, sent: false, error: problem.error });
  const given = progress.only.map((address) => ({ address, error: problem.error }));
  return settledByAddresses({ ...progress, refused: [...(progress.refused ?? []), ...given] }, key, content);
}

/** An email is sent when one of those it is addressed to has it; copies alone do not count. */
function settledByAddresses(
  { only: _settled, ...progress }: MessageProgress,
  key: string,
  content: OutgoingContent,
): MessageProgress {
  const { accepted = [], refused = [] } = progress;
  const named = content.channel === 'email' ? content.to.map((text) => mailboxOf(text).email) : [];
  const isNamed = (address: string): boolean => named.length === 0 || named.includes(address);
  if (accepted.some(isNamed)) return settledAs(progress, { key, sent: true });
  const error = refused.find(({ address }) => isNamed(address))?.error;
  return settledAs(progress, { key, sent: false, ...(error !== undefined && { error }) });
}

function settledAs(progress: MessageProgress, address: MessageProgress['settled'][number]): MessageProgress {
  return { ...progress, settled: [...progress.settled, address] };
}

function asRefused({ address, error }: AddressOutcome): RefusedAddress {
  return { address, ...(error !== undefined && { error }) };
}

/** Whether an address of an email may still accept it. */
function isOpen({ ok, fault }: AddressOutcome): boolean {
  return !ok && !isFinal({ fault, kind: 'transient' });
}

/** The outcome of the addresses that were left, of a service that says one thing for all. */
function outcomesOfAll(only: readonly string[], result: SendResult): AddressOutcome[] {
  return only.map((address) =>
    result.ok ? { address, ok: true } : { address, ok: false, fault: faultOf(result), error: result.error },
  );
}

/** The problem of what is still open, which some of the addresses alone may have. */
function problemOf(result: SendResult): SendProblem {
  const open = result.addresses?.filter(isOpen) ?? [];
  if (open.length === 0 && !result.ok) return result;
  const fault: Fault = open.some((one) => one.fault === 'account') ? 'account' : 'passing';
  const error = open.map(({ error: text = 'not accepted' }) => text)[0] ?? 'not accepted';
  return { ok: false, kind: 'transient', ...(result.ok ? {} : result), fault, error };
}

function attemptOf({ result, ms }: AddressResult, integration: Integration, at: Date): SendAttempt {
  const by = { at, ms, integrationId: integration._id, providerId: integration.providerId };
  if (result.ok) return { ...by, outcome: 'sent' };
  return {
    ...by,
    outcome: result.ambiguous ? 'ambiguous' : result.kind,
    fault: faultOf(result),
    error: result.error,
    ...(result.statusCode !== undefined && { statusCode: result.statusCode }),
  };
}

function includes(ids: readonly Types.ObjectId[], id: Types.ObjectId): boolean {
  return ids.some((one) => one.equals(id));
}

/** The `errorId` of a message that no provider has refused. */
export function endedAs(progress: MessageProgress): string | undefined {
  return progress.expired ? 'expired' : isSuppressed(progress) ? 'suppressed' : undefined;
}

/** Whether a message was sent to nobody, because its address has been suppressed after the step began. */
export function isSuppressed(progress: MessageProgress): boolean {
  return progress.suppressed === true && sentOf(progress) === 0;
}
