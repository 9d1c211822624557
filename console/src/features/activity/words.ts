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
  canceled: 'canceled',
};

export function outcomeOf(status: RunEntry['status'] | StepEntry['status']): Outcome {
  return OUTCOME_OF[status];
}

/** What a state is called; those that are missing are called as their outcome. */
const STATUS_WORDS: Partial<Record<RunEntry['status'] | StepEntry['status'], string>> = {
  completed: 'completed',
  running: 'running',
  pending: 'not started',
  merged: 'digested',
};

export function statusWord(status: RunEntry['status'] | StepEntry['status']): string {
  return STATUS_WORDS[status] ?? outcomeOf(status);
}

/** The states of a run, for the filter. */
export const RUN_STATUSES = ['running', 'waiting', 'completed', 'failed', 'skipped', 'merged', 'canceled'] as const;

/** Steps that are sent somewhere. */
export function isMessage(type: string): boolean {
  return ['in_app', 'email', 'sms', 'push', 'chat', 'tool'].includes(type);
}

/** What a reason is called in filters, charts and counts. */
export const REASON_NAMES: Record<StepReason, string> = {
  delivered: 'sent',
  no_active_integration: 'no active integration',
  template_error: 'template error',
  variable_missing: 'missing variable',
  content_invalid: 'invalid content',
  missing_address: 'no address',
  invalid_address: 'invalid address',
  no_recipient: 'no recipient',
  send_failed: 'send failed',
  send_retrying: 'retrying',
  quiet_hours_waiting: 'held for quiet hours',
  rate_waiting: 'rate limited',
  cap_waiting: 'held by message cap',
  capped: 'message cap reached',
  expired: 'expired',
  suppressed: 'address suppressed',
  condition_false: 'condition not met',
  condition_error: 'condition error',
  preference: 'opted out',
  unsubscribed: 'unsubscribed',
  schedule: 'quiet hours',
  delay_waiting: 'delayed',
  delay_over: 'delay ended',
  delay_invalid: 'invalid delay',
  wait_until_waiting: 'waiting',
  wait_until_status: 'status received',
  wait_until_event: 'event received',
  wait_until_timeout: 'timed out',
  wait_until_invalid: 'invalid wait',
  digest_waiting: 'collecting events',
  digest_complete: 'digest complete',
  digest_merged: 'digested',
  digest_passed: 'passed without a digest',
  digest_invalid: 'invalid digest',
  throttle_passed: 'within limit',
  throttled: 'limit reached',
  throttle_invalid: 'invalid throttle',
  http_succeeded: 'request succeeded',
  http_failed: 'request failed',
  custom_done: 'done',
  bridge_retrying: 'retrying your application',
  bridge_unreachable: 'your application did not respond',
  bridge_refused: 'your application refused',
  bridge_invalid: 'invalid response from your application',
  bridge_skipped: 'skipped in code',
  earlier_step_failed: 'earlier step failed',
  run_canceled: 'canceled',
  step_removed: 'step removed',
  workflow_deleted: 'workflow deleted',
  subscriber_deleted: 'subscriber deleted',
  event_expired: 'trigger expired',
  internal_error: 'internal error',
};

/** The name of a reason; new ones are called as the API calls them. */
export function reasonName(reason: string): string {
  return (REASON_NAMES as Record<string, string>)[reason] ?? reason;
}
