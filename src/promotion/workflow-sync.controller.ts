import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../auth/access.guard.js';
import { ErrorDto } from '../platform/errors/error.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { WorkflowView } from '../workflows/workflow-view.js';
import type { WorkflowDto } from '../workflows/workflow.dto.js';
import { WorkflowsService } from '../workflows/workflows.service.js';
import { SyncWorkflowDto } from './publish.dto.js';
import { PromotionService } from './promotion.service.js';

@ApiTags('Workflows')
@Access('environments')
@Controller('v2/workflows')
export class WorkflowSyncController {
  constructor(
    private readonly promotion: PromotionService,
    private readonly workflows: WorkflowsService,
    private readonly view: WorkflowView,
  ) {}

  /**
   * Copy a workflow to another environment
   *
   * With its steps, preferences, payload schema and translations, and with the layouts it needs that the other
   * environment lacks; those it has stay as they are. A workflow with the same identifier is replaced, and its steps
   * keep their internal ids where the step ids are the same. Returns the workflow of the other environment. A protected
   * environment is 403: publish into it with a key of its own.
   */
  @Put(':workflowId/sync')
  @Requires('environments:publish')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'Another environment is protected.' })
  async sync(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') reference: string,
    @Body() { targetEnvironmentId }: SyncWorkflowDto,
  ): Promise<WorkflowDto> {
    const { workflowId } = await this.workflows.findOrFail(environment, reference);
    const target = await this.promotion.sync(environment, workflowId, targetEnvironmentId);
    return this.view.of(await this.workflows.findOrFail(target, workflowId));
  }
}
