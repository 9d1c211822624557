import type { Config } from '../../platform/config/config.js';
import type { WorkflowStep } from '../workflow.schema.js';

const DAY_MS = 86_400_000;
/** Behaviour Q8: a wait may go on three times, each time to a day of the week that allows it. */
const EXTENSION_DAYS = 3 * 7;

/**
 * Until when a run may go on that began with these steps, when no run begins with them after `replacedAt`: each step may
 * wait as long as a wait may last, and what goes wrong is tried again for as long as events are kept.
 */
export function releaseExpiry(
  steps: readonly Pick<WorkflowStep, 'type'>[],
  replacedAt: Date,
  { maxWaitDays, activityRetentionDays }: Pick<Config, 'maxWaitDays' | 'activityRetentionDays'>,
): Date {
  const waits = steps.filter(({ type }) => type === 'delay' || type === 'digest').length;
  const days = waits * (maxWaitDays + EXTENSION_DAYS) + activityRetentionDays;
  return new Date(replacedAt.getTime() + days * DAY_MS);
}
