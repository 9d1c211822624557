import type { DigestMembership, RunStep, RunWait, StepDetail } from '../../notifications/activity/run.schema.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { StepCauseDto } from '../../notifications/activity/activity.dto.js';
import type { StepReason } from '../../notifications/activity/step-reasons.js';

/** What a channel step delivered to one target, before it becomes a message of a certain run. */
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
>;

export type OutcomeDetail = Omit<StepDetail, 'at'>;

/** What executing one step for one recipient led to. */
export interface StepOutcome {
  status: Exclude<RunStep['status'], 'pending' | 'canceled'>;
  reason: StepReason;
  decidedBy?: string;
  cause?: StepCauseDto;
  details: OutcomeDetail[];
  /** What it delivered. */
  messages?: MessageDraft[];
  /** What later steps read under `steps.<stepId>` (behaviour P9). */
  result?: Record<string, unknown>;
  /** With status `delayed`: what the run waits for before the step is executed again. */
  wait?: RunWait;
  /** The digest window the run has opened, joined or left behind. */
  digest?: DigestMembership;
  /** The run whose digest takes this event in. */
  mergedInto?: Message['runId'];
  /** The run must be readable until then, although it ends now. */
  keepUntil?: Date;
  /** Ends the run here: what becomes of the steps that follow, and why. */
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

/** `raw` says what exactly was wrong. */
export function failed(reason: StepReason, detail: string, raw: string, more: Partial<StepOutcome> = {}): StepOutcome {
  return { status: 'failed', reason, details: [{ status: 'Failed', detail, raw }], ...more };
}
