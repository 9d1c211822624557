import type { MessageCap } from '../../../auth/environment.schema.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageProgress } from '../../../notifications/messages/sending-progress.js';
import { DAY_MS, HOUR_MS, later } from '../../../platform/clock.js';
import { messageId } from '../run-documents.js';
import { lastMoment } from '../quiet-hours.js';
import { throttleCause } from '../step-gate.js';
import { type OutcomeDetail, skipped, type StepOutcome } from '../step-outcome.js';
import type { StepContext, StepServices } from './step.js';

/** The message waits, and this is what the history of its step says. */
export interface Waiting {
  progress: MessageProgress;
  detail: OutcomeDetail;
}

/**
 * Counts the message of a step against the cap of its subscriber (behaviour MC1 to MC6): once for all of its targets, before
 * its first attempt. Returns undefined when it may be sent.
 */
export async function heldByCap(
  context: StepContext,
  { effects, maxWait }: StepServices,
  channel: string,
  progress: MessageProgress,
): Promise<Waiting | { skipped: StepOutcome } | undefined> {
  const { run, step, scope, wait } = context;
  const cap = capOf(context, channel);
  // What waits for its rate, or for another attempt, has been counted. What is sent again was counted when it was first sent.
  const isCounted = progress.attempts.length > 0 || progress.waitsFor === 'rate' || run.replays !== undefined;
  if (!cap || isCounted || run.wait?.released) return undefined;
  const { messages: threshold, per } = cap;
  const passage = await effects.countThrottle({
    group: `cap:${run.subscriberId.toHexString()}:${channel}:${per}`,
    environmentId: run.environmentId,
    subscriberId: run.subscriberId,
    run: messageId(run, step),
    threshold,
    now: scope.now,
    until: later(scope.now, per === 'hour' ? HOUR_MS : DAY_MS),
  });
  if (passage.passes) return undefined;
  const until = passage.until ?? scope.now;
  const raw = `the subscriber has had ${passage.count} of ${threshold} messages until ${until.toISOString()}`;
  if (cap.above === 'hold' && until < lastMoment(wait?.since ?? scope.now, maxWait)) {
    const detail = {
      status: 'Pending',
      detail: 'Message is held: the subscriber has had enough for now',
      raw,
    } as const;
    return { progress: { ...progress, until, waitsFor: 'cap' }, detail };
  }
  const cause = throttleCause(context, { threshold, group: undefined, passage });
  return {
    skipped: skipped('capped', 'Step skipped: the subscriber has had enough', { decidedBy: 'cap', cause, raw }),
  };
}

/**
 * Counts the requests for a message against the rate of the integration (behaviour IR1 to IR6). Returns undefined when they
 * may be made now.
 */
export async function heldByRate(
  { effects }: StepServices,
  { _id, environmentId, identifier, rateLimit }: Integration,
  messages: number,
  progress: MessageProgress,
): Promise<Waiting | undefined> {
  if (!rateLimit || messages === 0) return undefined;
  // A retry goes first, too: it must not wait behind a whole campaign.
  const waited = progress.until !== undefined;
  const slot = await effects.takeSlot({ integration: { _id, environmentId, rateLimit }, messages, waited });
  if (slot.granted) return undefined;
  const raw = `${identifier}: ${rateLimit.messages} a ${rateLimit.per}`;
  return {
    progress: { ...progress, until: new Date(slot.until), waitsFor: 'rate' },
    detail: { status: 'Pending', detail: 'Message waits for its turn: its integration has a rate', raw },
  };
}

/** Behaviour MC4: critical workflows have no caps. */
function capOf({ run, scope }: StepContext, channel: string): MessageCap | undefined {
  const caps: Readonly<Record<string, MessageCap>> | undefined = scope.env.messageCaps;
  return run.critical ? undefined : caps?.[channel];
}
