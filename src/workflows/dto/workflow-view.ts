import { Injectable } from '@nestjs/common';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { missingIntegrations } from '../issues/integration-issue.js';
import type { StepType } from '../steps/step-kinds.js';
import type { Workflow, WorkflowStep } from '../workflow.schema.js';
import { type StepDto, toStepDto } from './workflow-step.dto.js';
import { toWorkflowDto, type WorkflowDto } from './workflow.dto.js';

/** Shows workflows as answers do: with what is wrong in them, which depends on the integrations of their environment. */
@Injectable()
export class WorkflowView {
  constructor(private readonly integrations: IntegrationsService) {}

  async of(workflow: Workflow): Promise<WorkflowDto> {
    return toWorkflowDto(workflow, await this.missing(workflow));
  }

  async ofStep(workflow: Workflow, step: WorkflowStep): Promise<StepDto> {
    return toStepDto(workflow, step, await this.missing(workflow));
  }

  /**
   * Kinds of steps for whose channel the environment has no active integration. Costs one command at most, for any number
   * of workflows, and is up to a second old.
   */
  async missing({ environmentId }: Pick<Workflow, 'environmentId'>): Promise<ReadonlySet<StepType>> {
    return missingIntegrations(await this.integrations.findActive({ id: environmentId }));
  }
}
