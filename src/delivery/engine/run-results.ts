import { isChannel } from '#libs/channels.js';
import type { Run, RunStep } from '../../notifications/activity/run.schema.js';
import { hasStatuses, messageResult } from './message-results.js';
import type { RunScope } from './run-input.js';
import type { StepEffects } from './step-effects.js';
import { digestResult, passedResult } from './steps/digest.step.js';

/** What ended steps have to say to later ones, by the id of the step. */
export type Results = Record<string, Record<string, unknown>>;

/**
 * Returns the results of the steps that have ended, for `steps.<stepId>` (behaviour P9). Results of steps that send
 * come from their current messages, which may have been seen meanwhile; those of digests from their windows or from the event, since a
 * run could not hold all the events.
 */
export async function readableResults(run: Run, scope: RunScope, effects: StepEffects): Promise<Results> {
  const results: Results = { ...run.results };
  for (const step of run.steps.slice(0, run.stepIndex)) {
    if (step.reason === 'digest_passed') results[step.stepId] = passedResult(scope.event);
    if (!hasStatuses(step, scope.workflow)) continue;
    const states = (step.messageIds ?? []).flatMap((id) => scope.messageStates.get(id) ?? []);
    results[step.stepId] = messageResult(step, states);
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
    return !run.digested?.[stepId] && !(step && isChannel(step.type)) && step?.reason !== 'digest_passed';
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Behaviour P9: the message of a step that was just executed or skipped has not been seen. */
export function defaultResult(step: RunStep, { workflow }: Pick<RunScope, 'workflow'>): Results[string] | undefined {
  return hasStatuses(step, workflow) ? messageResult(step, []) : undefined;
}
