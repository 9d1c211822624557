import type { Run, RunStep } from '../../../notifications/activity/run.schema.js';
import type { RunScope } from '../../engine/run-input.js';

/** Maximum number of runs in a log line. */
const MAX_EXAMPLES = 3;
/** Maximum length of an error in a log line. */
const MAX_ERROR_LENGTH = 500;

/** A run that was just executed, and its scope. */
export interface RunWithWorkflow {
  run: Run;
  scope: Pick<RunScope, 'workflow'>;
}

/**
 * Returns the steps that failed in this execution of the runs, with one entry for all runs that failed at the same step for
 * the same reason: a broadcast to thousands must not fill the disk while its provider is unavailable.
 */
export function failedSteps(executed: readonly RunWithWorkflow[]) {
  const groups = new Map<string, { first: RunStep; workflow: string; runs: Run[] }>();
  for (const { run, scope } of executed) {
    for (const step of run.steps) {
      if (!hasFailedNow(step, run)) continue;
      const key = `${run.environmentId} ${step.id} ${step.reason}`;
      const group = groups.get(key) ?? { first: step, workflow: scope.workflow.workflowId, runs: [] };
      group.runs.push(run);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(toEntry);
}

/** Details of a step have the time of the execution that added them. */
function hasFailedNow({ status, details }: RunStep, { updatedAt }: Run): boolean {
  return status === 'failed' && details.at(-1)?.at.getTime() === updatedAt.getTime();
}

/** `error`: that of the first run; secrets were removed when it was recorded. */
function toEntry({ first, workflow, runs }: { first: RunStep; workflow: string; runs: Run[] }) {
  const error = first.details.findLast(({ status }) => status === 'Failed')?.raw;
  const examples = runs.slice(0, MAX_EXAMPLES).map(({ _id, transactionId, subscriberId }) => ({
    transactionId,
    subscriberId: subscriberId.toHexString(),
    runId: _id.toHexString(),
  }));
  const isOneEvent = runs.every(({ transactionId }) => transactionId === runs[0]!.transactionId);
  return {
    environmentId: runs[0]!.environmentId.toHexString(),
    ...(isOneEvent && { transactionId: runs[0]!.transactionId }),
    workflow,
    step: first.stepId,
    channel: first.type,
    reason: first.reason ?? 'internal_error',
    ...(error !== undefined && { error: error.slice(0, MAX_ERROR_LENGTH) }),
    runs: runs.length,
    ...(runs.length === 1 ? examples[0] : { examples }),
  };
}
