import type { Types } from 'mongoose';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageProgress } from '../../../notifications/messages/sending-progress.js';
import type { StepReason } from '../../../notifications/activity/step-reasons.js';
import type { StoredOutcome } from '../../../notifications/messages/messages.service.js';
import { keptContent, withoutAddressSecrets } from '../../../outbox/kept-content.js';
import { tokenKey } from '../../../subscribers/credentials/credential-changes.js';
import { messageId } from '../run-documents.js';
import type { MessageDraft, OutcomeDetail, StepOutcome } from '../step-outcome.js';
import { endedByExpiry, isExpired, tooLate } from './expiry.js';
import { cutDetails, fittingOf } from './fitting.js';
import { type AddressResult, afterRound, endedAs, isSuppressed, sentOf, unsent } from './message-progress.js';
import { detailsOf, SENT } from './message-history.js';
import { heldByCap, heldByRate, type Waiting } from './message-hold.js';
import { again } from './unsendable.js';
import type { StepContext, StepServices } from './step.js';
import { natureOf, suppressedStep } from './suppression.js';
import type { OutgoingContent, OutgoingMessage } from '../step-effects.js';

/** A message for one target of a channel step. */
interface Delivery {
  channel: OutgoingContent['channel'];
  integration: Integration;
  /** Integrations for failover, in this order (behaviour S1). */
  others?: readonly Integration[];
  /** One per address: a push message is sent to every device of an integration. */
  contents: OutgoingContent[];
  overrides: Record<string, unknown>;
  links?: OutgoingMessage['links'];
  /** Distinguishes the targets of a step that may have several. */
  target?: Types.ObjectId;
  /** The `errorId` of the message if it fails (behaviour S3). */
  errorId: string;
}

/** The result. `sent`: the number of addresses it was sent to. */
interface Delivered {
  id: string;
  /** The message to store; absent while it is being retried, and when it was stored before. */
  message?: MessageDraft;
  sent: number;
  details: OutcomeDetail[];
  progress?: MessageProgress;
  /** The outcome of the step, where the message is not sent at all. */
  skipped?: StepOutcome;
}

/**
 * Sends the message with its provider, once per address. A message that an earlier, interrupted attempt stored is not sent
 * again. Transient failures are retried later, according to the progress (behaviour S1). A message may have to wait before it
 * is sent (behaviour IR1, MC1), and is not sent when it is too late (EX1). The content is only stored where the environment
 * keeps it (behaviour S9, N4).
 */
export async function deliver(context: StepContext, services: StepServices, delivery: Delivery): Promise<Delivered> {
  const { run, step, scope, wait } = context;
  const messageKey = messageId(run, step, delivery.target);
  const id = messageKey.toHexString();
  const before = wait?.sending?.[id];
  if (before && !before.until) return { id, sent: sentOf(before), details: [], progress: before };
  const [replay] = run.replays ?? [];
  if (replay && !isReplayed(replay.messages, id, context)) return { id, sent: 0, details: [] };
  const stored = replay ? undefined : scope.storedMessages.get(messageKey);
  if (stored) return alreadyStored(messageKey, delivery, stored);
  // Another target of the step is due.
  if (before?.until && before.until > scope.now && !wait?.released)
    return { id, sent: 0, details: [], progress: before };
  let progress = before ?? unsent(delivery.integration);
  const expired = (late: MessageProgress, details: OutcomeDetail[]): Delivered =>
    expiredMessage(context, delivery, messageKey, late, details);
  if (isExpired(context.expiry, services.now())) return expired(progress, []);
  const held = await heldByCap(context, services, delivery.channel, progress);
  if (held && 'skipped' in held) return { id, sent: 0, details: [], skipped: held.skipped };
  if (held && isTooLate(context, held.progress)) return expired(progress, []);
  if (held) return stillHeld(id, held, before);
  const details: OutcomeDetail[] = [];
  // Failover is immediate: there may be one round for each of the other integrations.
  do {
    const now = roundOf(delivery, id, progress);
    const heldNow = await heldByRate(services, now.integration, now.open.length, progress);
    if (heldNow && isTooLate(context, heldNow.progress)) return expired(progress, details);
    if (heldNow) {
      const { details: more, ...rest } = stillHeld(id, heldNow, before);
      return { ...rest, details: [...details, ...more] };
    }
    const { waitsFor: _over, ...counted } = progress;
    if (isExpired(context.expiry, services.now())) return expired(progress, details);
    const results = await sendRound(context, services, delivery, id, now);
    const integrations = [delivery.integration, ...(delivery.others ?? [])];
    progress = afterRound(
      counted,
      { results, integration: now.integration, integrations, now: scope.now },
      services.retries,
    );
    details.push(...results.flatMap((one) => detailsOf(one, now.integration, { before: counted, after: progress })));
    if (results.length < now.open.length) return expired(progress, details);
  } while (progress.until && progress.until.getTime() <= scope.now.getTime());
  if (progress.until && isTooLate(context, progress)) return expired(progress, details);
  if (progress.until) return { id, sent: 0, details, progress };
  // What was not tried is like what was suppressed before the step began.
  const isUntried = progress.attempts.length === 0 && !run.replays;
  if (isSuppressed(progress) && isUntried) return { id, sent: 0, details, progress };
  const message = draftOf(context, delivery, messageKey, progress);
  const { cuts, sms } = fittingOf(message.providerId ?? '', delivery.contents[0]);
  const sent = sentOf(progress);
  return {
    id,
    message: { ...message, ...(sms && { sms }) },
    sent,
    details: sent > 0 ? [...cutDetails(cuts), ...details] : details,
    progress,
  };
}

/** Whether a message is sent again: itself, or as one of those for which there was no integration (behaviour G9). */
function isReplayed(messages: readonly string[], id: string, { run, step }: StepContext): boolean {
  return messages.includes(id) || messages.includes(messageId(run, step).toHexString());
}

/** What the history says of a wait when it begins, and not each time it is prolonged. */
function stillHeld(id: string, { progress, detail }: Waiting, before?: MessageProgress): Delivered {
  return { id, sent: 0, details: before?.waitsFor === progress.waitsFor ? [] : [detail], progress };
}

/** Whether the next attempt would come too late. */
function isTooLate({ expiry }: StepContext, { until }: MessageProgress): boolean {
  return until !== undefined && isExpired(expiry, until);
}

/** A message that ends because it is too late: it is stored if anything was tried before (behaviour EX5). */
function expiredMessage(
  context: StepContext,
  delivery: Delivery,
  messageKey: Types.ObjectId,
  before: MessageProgress,
  details: OutcomeDetail[],
): Delivered {
  const id = messageKey.toHexString();
  const keys = delivery.contents.map((content) => keyOf(id, content));
  const progress = endedByExpiry(before, keys, context.expiry!);
  const isKnown = progress.attempts.length > 0 || context.run.replays !== undefined;
  const message = isKnown && draftOf(context, delivery, messageKey, progress);
  return { id, ...(message && { message }), sent: sentOf(progress), details, progress };
}

interface Round {
  /** The integration that it is sent with now. */
  integration: Integration;
  /** The addresses that are not settled. */
  open: { content: OutgoingContent; key: string }[];
}

function roundOf({ integration, others = [], contents }: Delivery, id: string, progress: MessageProgress): Round {
  const settled = new Set(progress.settled.map(({ key }) => key));
  const { only } = progress;
  return {
    integration: [integration, ...others].find(({ _id }) => _id.equals(progress.integrationId)) ?? integration,
    open: contents
      .map((content) => ({ content: only ? { ...content, only } : content, key: keyOf(id, content) }))
      .filter(({ key }) => !settled.has(key)),
  };
}

/** The results for those addresses whose turn came in time. */
async function sendRound(
  { run, scope, expiry }: StepContext,
  services: StepServices,
  { overrides, links }: Delivery,
  id: string,
  { integration, open }: Round,
): Promise<AddressResult[]> {
  const results = await Promise.all(
    open.map(async ({ content, key }): Promise<AddressResult[]> => {
      const sent = await services.effects.send({
        id,
        key,
        environmentId: run.environmentId,
        subscriberId: run.subscriberId,
        transactionId: run.transactionId,
        eventId: run.eventId,
        trace: scope.event.trace,
        integration,
        content: expiry ? { ...content, expiresAt: expiry.at } : content,
        overrides,
        ...(links && { links }),
        nature: natureOf({ run, scope }),
      });
      if (!sent) return [];
      const { result } = sent;
      if (!result.ok && result.kind === 'invalid_target' && content.channel === 'push') {
        const { subscriber, event } = scope;
        await services.effects.forgetDevice({ subscriber, integration, token: content.token, run, event });
      }
      return [{ ...sent, key, content }];
    }),
  );
  return results.flat();
}

/** The key of a message for one address: the same for every attempt, at most 41 characters. */
function keyOf(id: string, content: OutgoingContent): string {
  if (content.channel !== 'push') return id;
  return `${id}-${tokenKey(content.token)}`;
}

function alreadyStored(
  _id: Types.ObjectId,
  { channel, integration, contents }: Delivery,
  { status, errorText }: StoredOutcome,
): Delivered {
  const { providerId, _id: integrationId } = integration;
  const message: MessageDraft = { _id, channel, body: '', providerId, integrationId, status };
  const failed: OutcomeDetail = { status: 'Failed', detail: 'Message not sent', ...(errorText && { raw: errorText }) };
  const [sent, detail] = status === 'error' ? [0, failed] : [contents.length, SENT];
  return { id: _id.toHexString(), message, sent, details: [detail] };
}

function draftOf(
  { run, scope }: StepContext,
  { channel, integration, others = [], contents: [content], errorId }: Delivery,
  _id: Types.ObjectId,
  progress: MessageProgress,
): MessageDraft {
  const sent = sentOf(progress);
  const error = progress.settled.find((one) => !one.sent)?.error;
  const last = [integration, ...others].find((one) => one._id.equals(progress.integrationId)) ?? integration;
  return {
    _id,
    channel,
    body: '',
    providerId: last.providerId,
    integrationId: last._id,
    status: sent > 0 ? 'sent' : 'error',
    ...(error !== undefined && { errorId: endedAs(progress) ?? errorId, errorText: error }),
    ...(progress.providerMessageId !== undefined && { providerMessageId: progress.providerMessageId }),
    attempts: progress.attempts,
    // What is too late, or suppressed, is not sent again.
    ...(sent === 0 && !endedAs(progress) && { deadAt: scope.now }),
    ...again(run, _id),
    // Those for several devices differ in the device alone.
    ...(scope.env.keepsContent && content && { content: withoutAddressSecrets(keptContent(content)) }),
  };
}

/**
 * The outcome of a step from its deliveries: one success is enough (behaviour U2, K4). While one of them may still succeed,
 * the run waits (behaviour S1, IR2, MC2).
 */
export function outcomeOf({ run, scope, wait, expiry }: StepContext, deliveries: readonly Delivered[]): StepOutcome {
  const skippedStep = deliveries.find((one) => one.skipped)?.skipped;
  if (skippedStep) return skippedStep;
  const details = deliveries.flatMap((one) => one.details);
  const messages = deliveries.flatMap(({ message }) => message ?? []);
  const open = deliveries.flatMap(({ progress }) => (progress?.until ? [progress] : []));
  if (open.length > 0) {
    const sending = Object.fromEntries(deliveries.flatMap(({ id, progress }) => (progress ? [[id, progress]] : [])));
    const until = new Date(Math.min(...open.map((one) => one.until!.getTime())));
    const next = { until, since: wait?.since ?? scope.now, extensions: 0, sending };
    return { status: 'delayed', reason: waitingFor(open), details, messages, wait: next };
  }
  const delivered = run.replays?.[0]?.delivered === true || deliveries.some(({ sent }) => sent > 0);
  if (!delivered && expiry && deliveries.some(({ progress }) => progress?.expired)) {
    const late = tooLate(expiry);
    return { ...late, details: [...details, ...late.details], messages };
  }
  if (!delivered && deliveries.every(({ progress }) => progress && isSuppressed(progress))) {
    return { ...suppressedStep(undefined), details, messages };
  }
  return {
    status: delivered ? 'completed' : 'failed',
    reason: delivered ? 'delivered' : 'send_failed',
    details,
    messages,
  };
}

/** A failure is what the step shows first. */
function waitingFor(open: readonly MessageProgress[]): StepReason {
  if (open.some(({ waitsFor }) => waitsFor === undefined)) return 'send_retrying';
  return open.some(({ waitsFor }) => waitsFor === 'cap') ? 'cap_waiting' : 'rate_waiting';
}
