import type { Run } from '../../notifications/activity/run.schema.js';
import type { StepEffects } from '../effects/step-effects.js';
import { digestResult } from '../digest/digest.js';
import type { RunScope } from '../run-input.js';

type Results = Record<string, Record<string, unknown>>;

/**
 * Results of the steps that have ended, for `steps.<stepId>` (behaviour P9). In-app steps are read anew: they may have
 * been seen meanwhile. The events of a digest are read from its window: a run could not hold them.
 */
export async function readableResults(run: Run, scope: RunScope, effects: StepEffects): Promise<Results> {
  if (run.stepIndex === 0) return {};
  const results: Results = { ...run.results };
  for (const { stepId, type, messageIds } of run.steps.slice(0, run.stepIndex)) {
    if (type !== 'in_app') continue;
    const [id] = messageIds ?? [];
    const state = id && scope.messageStates.get(id.toHexString());
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

/** Those that cannot be read anew. */
export function storedResults(run: Run, results: Results): Results | undefined {
  const kept = Object.entries(results).filter(
    ([stepId]) => !run.digested?.[stepId] && run.steps.find((step) => step.stepId === stepId)?.type !== 'in_app',
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
