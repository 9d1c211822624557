/** Why a step ended as it did, or waits: a closed list, so that it can be searched and counted. */
export const STEP_REASONS = [
  // Channel steps.
  'delivered',
  'no_active_integration',
  'template_error',
  'variable_missing',
  'content_invalid',
  'missing_address',
  'invalid_address',
  'no_recipient',
  'send_failed',
  'send_retrying',
  // Before a message is sent: the recipient's quiet hours, the rate of its integration, the cap of its recipient (behaviour
  // Q9, IR2, MC2).
  'quiet_hours_waiting',
  'rate_waiting',
  'cap_waiting',
  'capped',
  // A message that would have come too late (behaviour EX1).
  'expired',
  // All of its addresses are on the suppression list (behaviour CS22).
  'suppressed',
  // Decisions before a step (behaviour X1, F11, CS4, Q2).
  'condition_false',
  'condition_error',
  'preference',
  'unsubscribed',
  'schedule',
  // Steps that wait or count.
  'delay_waiting',
  'delay_over',
  'delay_invalid',
  'wait_until_waiting',
  'wait_until_status',
  'wait_until_event',
  'wait_until_timeout',
  'wait_until_invalid',
  'digest_waiting',
  'digest_complete',
  'digest_merged',
  'digest_passed',
  'digest_invalid',
  'throttle_passed',
  'throttled',
  'throttle_invalid',
  // Other steps.
  'http_succeeded',
  'http_failed',
  'custom_done',
  // Steps of workflows in code: what the application said, or why it said nothing (behaviour CF4, CF6, CF7).
  'bridge_retrying',
  'bridge_unreachable',
  'bridge_refused',
  'bridge_invalid',
  'bridge_skipped',
  // Effects of earlier steps and of cancellation.
  'earlier_step_failed',
  'run_canceled',
  // Something they needed no longer exists.
  'step_removed',
  'workflow_deleted',
  'subscriber_deleted',
  'event_expired',
  'internal_error',
] as const;

export type StepReason = (typeof STEP_REASONS)[number];

/** Reasons that most runs have, so that a filter by anything else finds fewer. */
export const USUAL_REASONS: readonly StepReason[] = [
  'delivered',
  'delay_over',
  'digest_complete',
  'digest_merged',
  'digest_passed',
  'throttle_passed',
  'http_succeeded',
  'custom_done',
];
