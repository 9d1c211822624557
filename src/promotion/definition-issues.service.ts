import { Injectable } from '@nestjs/common';
import type { InEnvironment } from '../auth/environment-ref.js';
import { AuthoredWorkflows, type CheckedWorkflow } from '../workflows/authored-workflows.service.js';
import { missingIntegration } from '../workflows/issues/issue.js';
import type { StepType } from '../workflows/steps/step-kinds.js';
import { WorkflowView } from '../workflows/workflow-view.js';
import type { StoredStepIssueDto } from './diff.dto.js';

/** Finds what is wrong with workflows that are published, before and after. */
@Injectable()
export class DefinitionIssues {
  constructor(
    private readonly workflows: AuthoredWorkflows,
    private readonly view: WorkflowView,
  ) {}

  /**
   * The issues that workflows of `source` have in `target`: those they were saved with, and channels for which the target
   * has no active integration. Costs at most two commands.
   */
  async find(
    source: InEnvironment,
    target: InEnvironment,
    workflowIds: readonly string[],
  ): Promise<StoredStepIssueDto[]> {
    if (workflowIds.length === 0) return [];
    const [workflows, missing] = await Promise.all([
      this.workflows.findChecked(source, workflowIds),
      this.view.missing({ environmentId: target.id }),
    ]);
    return storedIssues(workflows, missing);
  }
}

/**
 * Returns the issues of the steps of workflows, in their order. `missing`: step types for whose channel the environment
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
