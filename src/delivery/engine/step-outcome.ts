import type { DigestMembership, RunStep, RunWait, StepDetail } from '../../notifications/activity/run.schema.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { StepCauseDto } from '../../notifications/activity/activity.dto.js';
import type { DigestedEvent } from './step-effects.js';
import type { StepReason } from '../../notifications/activity/step-reasons.js';
import type { KeptContent } from '../../outbox/outbox-message.schema.js';

/** A message that a channel step delivered to one target; `newMessage` adds the fields of the run. */
export type MessageDraft = Pick<
  Message,
  | '_id'
  | 'channel'
  | 'subject'
  | 'body'
  | 'avatar'
  | 'actions'
  | 'redirect'
  | 'data'
  | 'status'
  | 'errorId'
  | 'errorText'
  | 'providerId'
  | 'integrationId'
  | 'providerMessageId'
  | 'attempts'
  | 'deadAt'
  | 'replays'
  | 'sms'
> & {
  /** What was sent, where the environment keeps it (behaviour N4). It is stored apart from the message. */
  content?: KeptContent;
};

export type OutcomeDetail = Omit<StepDetail, 'at'>;

/** The result of executing one step for one recipient. */
export interface StepOutcome {
  status: Exclude<RunStep['status'], 'pending' | 'canceled'>;
  reason: StepReason;
  decidedBy?: string;
  cause?: StepCauseDto;
  details: OutcomeDetail[];
  /** The messages it delivered. */
  messages?: MessageDraft[];
  /** Values that later steps read under `steps.<stepId>` (behaviour P9). */
  result?: Record<string, unknown>;
  /** With status `delayed`: what the run waits for before the step is executed again. */
  wait?: RunWait;
  /** The digest window that the run opened, joined or closed. */
  digest?: DigestMembership;
  /** The newest event of a digest that is complete, by whose time the later messages expire (behaviour EX4). */
  newest?: DigestedEvent;
  /** The run whose digest includes this event. */
  mergedInto?: Message['runId'];
  /** The run must be kept until then, although it ends now. */
  keepUntil?: Date;
  /** Ends the run here: the status of the steps that follow, and why. */
  stop?: { status: 'skipped' | 'canceled' | 'merged'; reason: StepReason };
}

export function completed(reason: StepReason, detail: string, more: Partial<StepOutcome> = {}): StepOutcome {
  return { status: 'completed', reason, details: [{ status: 'Success', detail }], ...more };
}

export function skipped(
  reason: StepReason,
  detail: string,
  more: Partial<StepOutcome> & { raw?: string } = {},
): StepOutcome {
  const { raw, ...rest } = more;
  return { status: 'skipped', reason, details: [{ status: 'Warning', detail, ...(raw && { raw }) }], ...rest };
}

/** `raw`: the exact error. */
export function failed(reason: StepReason, detail: string, raw: string, more: Partial<StepOutcome> = {}): StepOutcome {
  return { status: 'failed', reason, details: [{ status: 'Failed', detail, raw }], ...more };
}
