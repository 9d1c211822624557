import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import { IntegrationsService } from '../integrations/integrations.service.js';
import { Config, publicAddress } from '../platform/config/config.js';
import { missingIntegrations } from './issues/issue.js';
import { subscriptionIssues } from './issues/subscription-issues.js';
import type { StepType } from './steps/step-kinds.js';
import { type StepDto, toStepDto } from './workflow-step.dto.js';
import { type ListedWorkflow, toWorkflowDto, type WorkflowDto } from './workflow.dto.js';
import { toWorkflowListItemDto, type WorkflowListItemDto } from './workflow-list.dto.js';
import type { Workflow, WorkflowStep } from './workflow.schema.js';

/**
 * Makes responses of workflows: with their issues, which depend on the integrations of their environment, and with the
 * name of the user who saved them last.
 */
@Injectable()
export class WorkflowView {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly editors: EditorsService,
    private readonly config: Config,
  ) {}

  async of(workflow: Workflow): Promise<WorkflowDto> {
    const [active, editors] = await Promise.all([
      this.integrations.findActive({ id: workflow.environmentId }),
      this.editors.findOf(workflow, [workflow]),
    ]);
    const issues = subscriptionIssues(workflow, active, publicAddress(this.config, ''));
    return toWorkflowDto(workflow, { missing: missingIntegrations(active), issues }, editors.get(workflow.updatedById));
  }

  /** At most one command for all of them. `missing`: the result of {@link missing}. */
  async ofList(
    environment: EnvironmentRef,
    workflows: readonly ListedWorkflow[],
    missing: ReadonlySet<StepType>,
  ): Promise<WorkflowListItemDto[]> {
    const editors = await this.editors.findOf(environment, workflows);
    return workflows.map((workflow) => toWorkflowListItemDto(workflow, missing, editors.get(workflow.updatedById)));
  }

  async ofStep(workflow: Workflow, step: WorkflowStep): Promise<StepDto> {
    return toStepDto(workflow, step, await this.missing(workflow));
  }

  /**
   * Types of steps for whose channel the environment has no active integration. Costs at most one command for any
   * number of workflows; the result is up to a second old.
   */
  async missing({ environmentId }: Pick<Workflow, 'environmentId'>): Promise<ReadonlySet<StepType>> {
    return missingIntegrations(await this.integrations.findActive({ id: environmentId }));
  }
}
