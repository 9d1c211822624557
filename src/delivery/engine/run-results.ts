import type { Run, RunStep } from '../../notifications/activity/run.schema.js';
import type { RunScope } from './run-input.js';
import type { StepEffects } from './step-effects.js';
import { digestResult, passedResult } from './steps/digest.step.js';

/** What ended steps have to say to later ones, by the id of the step. */
export type Results = Record<string, Record<string, unknown>>;

/**
 * Returns the results of the steps that have ended, for `steps.<stepId>` (behaviour P9). Results of in-app steps come from
 * their current messages, which may have been seen meanwhile; those of digests from their windows or from the event, since a
 * run could not hold all the events.
 */
export async function readableResults(run: Run, scope: RunScope, effects: StepEffects): Promise<Results> {
  const results: Results = { ...run.results };
  for (const { stepId, type, reason, messageIds } of run.steps.slice(0, run.stepIndex)) {
    if (reason === 'digest_passed') results[stepId] = passedResult(scope.event);
    if (type !== 'in_app') continue;
    const [id] = messageIds ?? [];
    const state = id && scope.messageStates.get(id);
    results[stepId] = {
      seen: state?.seen ?? false,
      read: state?.read ?? false,
      lastSeenDate: state?.lastSeenAt?.toISOString() ?? null,
      lastReadDate: state?.readAt?.toISOString() ?? null,
    };
  }
  for (const [stepId, window] of Object.entries(run.digested ?? {})) {
    results[stepId] = digestResult(await effects.readDigest(window));
  }
  return results;
}

/** Returns the results to store with the run: those that `readableResults` cannot read again. */
export function storedResults(run: Run, results: Results): Results | undefined {
  const kept = Object.entries(results).filter(([stepId]) => {
    const step = run.steps.find((one) => one.stepId === stepId);
    return !run.digested?.[stepId] && step?.type !== 'in_app' && step?.reason !== 'digest_passed';
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Behaviour P9: the message of an in-app step that was just executed or skipped has not been seen. */
export function defaultResult({ type }: RunStep): Record<string, unknown> | undefined {
  return type === 'in_app' ? { seen: false, read: false, lastSeenDate: null, lastReadDate: null } : undefined;
}
