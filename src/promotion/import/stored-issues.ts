import type { CheckedWorkflow } from '../../workflows/authored-workflows.service.js';
import { missingIntegration } from '../../workflows/issues/integration-issue.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import type { StoredStepIssueDto } from '../definitions.dto.js';

/**
 * What is wrong with the steps of workflows, in their order. `missing`: kinds of steps for whose channel the environment
 * has no active integration.
 */
export function storedIssues(
  workflows: readonly CheckedWorkflow[],
  missing: ReadonlySet<StepType>,
): StoredStepIssueDto[] {
  return workflows.flatMap(({ workflowId, steps }) =>
    steps.flatMap(({ stepId, type, issues = [] }) => [
      ...issues.map(({ field, issueType, message, severity = 'error' as const }) => ({
        workflowId,
        stepId,
        field,
        issueType,
        message,
        severity,
      })),
      ...(missing.has(type)
        ? [{ workflowId, stepId, field: '', ...missingIntegration(type), severity: 'error' as const }]
        : []),
    ]),
  );
}
