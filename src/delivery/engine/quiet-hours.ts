import type { Duration } from '#libs/schedule/durations.js';
import {
  hoursAt,
  isSubjectToSchedule,
  isWithinSchedule,
  nextAllowedInstant,
} from '#libs/schedule/quiet-hours/quiet-hours.js';
import type { StepCauseDto } from '../../notifications/activity/activity.dto.js';
import type { RunWait } from '../../notifications/activity/run.schema.js';
import { DAY_MS, later } from '../../platform/clock.js';
import { skipped, type StepOutcome } from './step-outcome.js';
import { waitingUntil } from './steps/delay.step.js';
import type { StepContext, StepServices } from './steps/step.js';

/**
 * Returns why a message is not sent in the quiet hours of its subscriber: it is skipped, or, where the workflow says so,
 * held until they end (behaviour Q2, Q9). Undefined when it may be sent now.
 */
export function gateOfHours(context: StepContext, { maxWait }: StepServices): StepOutcome | undefined {
  const { run, step, scope } = context;
  const { workflow, preferences, subscriber, now } = scope;
  if (!isSubjectToSchedule(step.type, run.critical) || run.wait?.released) return undefined;
  if (isWithinSchedule(preferences.schedule, subscriber.timezone, now)) return undefined;
  if (workflow.quietHours === 'hold') {
    const end = nextAllowedInstant(preferences.schedule, subscriber.timezone, now);
    if (end && end < lastMoment(run.wait?.since ?? now, maxWait)) return held(context, end);
  }
  const cause = scheduleCause(context);
  return skipped('schedule', "Step skipped outside the subscriber's hours", { decidedBy: 'schedule', cause });
}

/** The step begins when the quiet hours end. What an application has answered is kept (behaviour CF4). */
function held(context: StepContext, until: Date): StepOutcome {
  const { run, scope } = context;
  const bridge = run.wait?.bridge?.response && run.wait.bridge;
  const raw = waitingUntil(until);
  return {
    status: 'delayed',
    reason: 'quiet_hours_waiting',
    details: [{ status: 'Pending', detail: "Message is held: the subscriber's quiet hours have not ended", raw }],
    wait: { until, since: run.wait?.since ?? scope.now, extensions: 0, quietHours: true, ...(bridge && { bridge }) },
  };
}

/** The recipient's local time, and the hours of that day in which messages may be sent. */
function scheduleCause({ scope }: StepContext): StepCauseDto {
  const { preferences, subscriber, now } = scope;
  const seen = preferences.schedule ? hoursAt(preferences.schedule, subscriber.timezone, now) : {};
  return { values: Object.entries(seen).map(([name, value]) => ({ name, value: String(value) })) };
}

/**
 * What was released by hand, and has not been tried yet, is not held again when it has waited for the rate of its integration
 * (behaviour WA4).
 */
export function stillReleased(wait: RunWait, before: RunWait | undefined): RunWait {
  const isUntried = Object.values(wait.sending ?? {}).every(({ attempts }) => attempts.length === 0);
  return before?.released && wait.sending && isUntried ? { ...wait, released: true } : wait;
}

/** The longest a message is held; its unit is days. */
export function lastMoment(since: Date, { amount }: Duration): Date {
  return later(since, amount * DAY_MS);
}
