import { isChannel } from '#libs/channels.js';
import type { Duration } from '#libs/schedule/durations.js';
import { expiryAfter } from '#libs/schedule/expiry.js';
import { fixedWait } from '#libs/schedule/waits/waits.js';
import { waitingTime } from '../steps/awaited.js';
import type { StepParts } from '../steps/step-variables.js';
import { STEP_KINDS } from '../steps/step-kinds.js';
import type { ControlIssue } from './issue.js';

interface LimitedWorkflow {
  expiresIn?: Duration;
  steps: readonly StepParts[];
}

/**
 * The issue of a wait after which each message is too late (behaviour EX7): the first one whose end, with the
 * fixed waits before it, is after the `expiresIn` of the workflow.
 */
export function expiryIssues({ expiresIn, steps }: LimitedWorkflow, step: StepParts, now: Date): ControlIssue[] {
  const limit = expiresIn && expiryAfter(now, expiresIn);
  const index = steps.findIndex(({ stepId }) => stepId === step.stepId);
  if (!limit || !steps.slice(index + 1).some(({ type }) => isChannel(type))) return [];
  const [before, after] = [steps.slice(0, index), steps.slice(0, index + 1)].map((some) => endOfWaits(some, now));
  if (!before || !after || before >= limit || after < limit) return [];
  const message =
    `The messages after this ${step.type} are too late: ` +
    `the workflow has an expiresIn of ${expiresIn.amount} ${expiresIn.unit}`;
  return [{ field: `${waitingTime(step).at}amount`, issueType: 'UNSUPPORTED_PROPERTY', message, severity: 'warning' }];
}

/** When the waits of the steps have ended, as far as they are fixed. */
function endOfWaits(steps: readonly StepParts[], now: Date): Date {
  return steps.reduce((at, step) => {
    const { type: way = 'regular', amount, unit } = waitingTime(step).values;
    if (!STEP_KINDS[step.type].waits || way !== 'regular') return at;
    const end = fixedWait({ amount, unit }, at, undefined);
    return end.ok ? end.value : at;
  }, now);
}
