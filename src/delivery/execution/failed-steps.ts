import { mongo } from 'mongoose';
import type { Run, RunStep } from '../../notifications/activity/run.schema.js';
import type { RunScope } from '../run-input.js';

/** How many runs a line names. */
const MAX_EXAMPLES = 3;
/** Characters of an error that a line shows. */
const MAX_ERROR_LENGTH = 500;

/** A run that was just executed, and what it was executed with. */
export interface ExecutedRun {
  run: Run;
  scope: Pick<RunScope, 'workflow'>;
}

/** What the log says of runs whose step has failed for one reason. */
export interface FailedSteps {
  environmentId: string;
  /** Identifier of the workflow. */
  workflow: string;
  step: string;
  channel: string;
  reason: string;
  /** What exactly went wrong, of the first of them; secrets have been taken out when it was noted. */
  error?: string;
  /** How many. */
  runs: number;
  /** Whose they are: of one run, or of some of them. */
  transactionId?: string;
  subscriberId?: string;
  runId?: string;
  examples?: { transactionId: string; subscriberId: string; runId: string }[];
}

/**
 * The steps that failed when these runs were executed just now, one entry for all runs that failed at the same step for
 * the same reason: a broadcast to thousands whose provider is away fills no disk.
 */
export function failedSteps(executed: readonly ExecutedRun[]): FailedSteps[] {
  const groups = new Map<string, { first: RunStep; workflow: string; runs: Run[] }>();
  for (const { run, scope } of executed) {
    for (const step of run.steps) {
      if (!hasFailedNow(step, run)) continue;
      const key = `${run.environmentId.toHexString()} ${step.id.toHexString()} ${step.reason}`;
      const group = groups.get(key) ?? { first: step, workflow: scope.workflow.workflowId, runs: [] };
      group.runs.push(run);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(toEntry);
}

/** What a step notes has the time of the execution. */
function hasFailedNow({ status, details }: RunStep, { updatedAt }: Run): boolean {
  return status === 'failed' && details.at(-1)?.at.getTime() === updatedAt.getTime();
}

function toEntry({ first, workflow, runs }: { first: RunStep; workflow: string; runs: Run[] }): FailedSteps {
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

/** The store refused or did not answer. What was to be written may or may not be there; doing it again is safe. */
export function isStoreError(error: unknown): boolean {
  return error instanceof mongo.MongoError;
}
