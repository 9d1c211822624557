import { createHash } from 'node:crypto';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { WorkflowStep } from '../../workflows/workflow.schema.js';

/**
 * Names a group of runs that are digested or counted together: those of one subscriber at one step, in one set of
 * contexts, with one value of the author's key (behaviour DG1, H1). No value is a group of its own.
 */
export function groupKey(
  purpose: 'digest' | 'throttle',
  run: Pick<Run, 'environmentId' | 'workflowId' | 'subscriberId' | 'contextKeys'>,
  step: Pick<WorkflowStep, '_id'>,
  value: unknown,
): string {
  const { environmentId, workflowId, subscriberId, contextKeys } = run;
  const contexts = purpose === 'digest' ? contextKeys.toSorted() : [];
  const parts = [purpose, environmentId, workflowId, step._id, subscriberId, contexts, value ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
