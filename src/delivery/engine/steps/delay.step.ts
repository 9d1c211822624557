import { extendedWait } from '#libs/schedule/quiet-hours/quiet-hours.js';
import { delayUntil } from '#libs/schedule/waits/waits.js';
import type { RunWait } from '../../../notifications/activity/run.schema.js';
import { completed, failed, type StepOutcome } from '../step-outcome.js';
import { renderedControls, templateFailure } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/** Makes the run wait: for a fixed time, until a date, or as the payload says (behaviour Y1 to Y7). */
export async function executeDelayStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { scope, wait } = context;
  if (wait) {
    const longer = continuedWait(context, wait);
    return longer ? waiting(longer) : over(wait, scope.now);
  }
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'The delay could not be read');
  const until = delayUntil(controls.values, {
    now: scope.now,
    zone: scope.subscriber.timezone,
    payload: scope.event.payload,
    maximum: services.maxWait,
    override: scope.event.overrides?.delay,
  });
  if (!until.ok) return failed('delay_invalid', 'The delay cannot be waited for', until.error);
  const started: RunWait = { until: until.value, extensions: 0, since: scope.now };
  return until.value.getTime() > scope.now.getTime() ? waiting(started) : over(started, scope.now);
}

function waiting(wait: RunWait): StepOutcome {
  return {
    status: 'delayed',
    reason: 'delay_waiting',
    details: [{ status: 'Pending', detail: 'Step delayed', raw: waitingUntil(wait.until) }],
    wait,
  };
}

/** Behaviour P9: later steps can read the duration of the wait in milliseconds. */
function over({ since }: RunWait, now: Date): StepOutcome {
  return completed('delay_over', 'Delay is over', { result: { duration: now.getTime() - since.getTime() } });
}

/**
 * Returns the wait if it continues: because it was woken too early, or because it ends outside the recipient's hours
 * and the step respects them (behaviour Y7, Q8). Undefined when it is over.
 */
export function continuedWait({ run, step, scope }: StepContext, wait: RunWait): RunWait | undefined {
  if (wait.released) return undefined;
  if (wait.until.getTime() > scope.now.getTime()) return wait;
  const until = extendedWait(
    {
      extendToSchedule: step.controlValues.extendToSchedule === true,
      critical: run.critical,
      schedule: scope.preferences.schedule,
      zone: scope.subscriber.timezone,
      extensions: wait.extensions,
    },
    scope.now,
  );
  return until && { ...wait, until, extensions: wait.extensions + 1 };
}

/** The end of a wait, for the details of the step. */
export function waitingUntil(until: Date): string {
  return `until ${until.toISOString()}`;
}
