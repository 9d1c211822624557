import { extendedWait } from '#libs/schedule/quiet-hours/extended-wait.js';
import type { RunWait } from '../../notifications/activity/run.schema.js';
import type { StepContext } from './step.js';

/**
 * The wait that goes on although its time has come: it was woken too early, or it ends outside the recipient's hours
 * and its step wants to respect them (behaviour Y7, Q8). Undefined when it is over.
 */
export function continuedWait({ run, step, scope }: StepContext, wait: RunWait): RunWait | undefined {
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

/** When a wait ends, for the step's story. */
export function waitingUntil(until: Date): string {
  return `until ${until.toISOString()}`;
}
