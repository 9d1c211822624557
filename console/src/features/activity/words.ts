import type { StepReason } from '../../../../src/notifications/activity/step-reasons';
import type { Outcome } from '../../ui/status-badge';
import type { RunEntry, StepEntry } from './reads';

/** The outcome that a state of a run or a step looks like. Running ones look like those that wait. */
const OUTCOME_OF: Record<RunEntry['status'] | StepEntry['status'], Outcome> = {
  pending: 'waiting',
  running: 'waiting',
  delayed: 'waiting',
  waiting: 'waiting',
  completed: 'delivered',
  failed: 'failed',
  skipped: 'skipped',
  merged: 'skipped',
  canceled: 'cancelled',
};

export function outcomeOf(status: RunEntry['status'] | StepEntry['status']): Outcome {
  return OUTCOME_OF[status];
}

/** What a state is called; those that are missing are called as their outcome. */
const STATUS_WORDS: Partial<Record<RunEntry['status'] | StepEntry['status'], string>> = {
  completed: 'completed',
  running: 'running',
  pending: 'not begun',
  merged: 'in a digest',
};

export function statusWord(status: RunEntry['status'] | StepEntry['status']): string {
  return STATUS_WORDS[status] ?? outcomeOf(status);
}

/** The states of a run, for the filter. */
export const RUN_STATUSES = ['running', 'waiting', 'completed', 'failed', 'skipped', 'merged', 'canceled'] as const;

/** Kinds of steps as people call them. */
export const STEP_NAMES: Record<string, string> = {
  in_app: 'In-app',
  email: 'Email',
  sms: 'SMS',
  push: 'Push',
  chat: 'Chat',
  tool: 'Tool',
  delay: 'Delay',
  digest: 'Digest',
  throttle: 'Throttle',
  http_request: 'HTTP request',
  custom: 'Custom',
};

/** The name of a kind of step; new kinds are called as the API calls them. */
export function stepName(type: string): string {
  return STEP_NAMES[type] ?? type;
}

/** Steps that are sent somewhere. */
export function isMessage(type: string): boolean {
  return ['in_app', 'email', 'sms', 'push', 'chat', 'tool'].includes(type);
}

/** What a reason is called in filters, charts and counts. */
export const REASON_NAMES: Record<StepReason, string> = {
  delivered: 'sent',
  no_active_integration: 'no active integration',
  template_error: 'error in the template',
  variable_missing: 'variable is missing',
  content_invalid: 'invalid content',
  missing_address: 'no address',
  invalid_address: 'invalid address',
  no_recipient: 'no recipient',
  send_failed: 'sending failed',
  send_retrying: 'sending is tried again',
  quiet_hours_waiting: 'held in quiet hours',
  rate_waiting: 'waits for its turn',
  cap_waiting: 'held: enough for now',
  capped: 'enough for now',
  expired: 'too late',
  suppressed: 'address suppressed',
  condition_false: 'condition not met',
  condition_error: 'error in the condition',
  preference: 'switched off in preferences',
  unsubscribed: 'unsubscribed',
  schedule: 'outside the hours',
  delay_waiting: 'waits',
  delay_over: 'wait is over',
  delay_invalid: 'invalid delay',
  digest_waiting: 'gathers events',
  digest_complete: 'digest complete',
  digest_merged: 'part of a digest',
  digest_passed: 'passed without a digest',
  digest_invalid: 'invalid digest',
  throttle_passed: 'within the limit',
  throttled: 'limit reached',
  throttle_invalid: 'invalid throttle',
  http_succeeded: 'request succeeded',
  http_failed: 'request failed',
  custom_done: 'done',
  bridge_retrying: 'the application is asked again',
  bridge_unreachable: 'the application did not respond',
  bridge_refused: 'the application refused',
  bridge_invalid: 'invalid response of the application',
  bridge_skipped: 'skipped in the code',
  earlier_step_failed: 'an earlier step failed',
  run_canceled: 'cancelled',
  step_removed: 'step was removed',
  workflow_deleted: 'workflow was deleted',
  subscriber_deleted: 'subscriber was deleted',
  event_expired: 'trigger has expired',
  internal_error: 'internal error',
};

/** The name of a reason; new ones are called as the API calls them. */
export function reasonName(reason: string): string {
  return (REASON_NAMES as Record<string, string>)[reason] ?? reason;
}
