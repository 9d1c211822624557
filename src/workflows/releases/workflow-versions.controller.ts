import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { EditorsService } from '../../auth/organizations/editors.service.js';
import type { WorkflowDto } from '../workflow.dto.js';
import { WorkflowView } from '../workflow-view.js';
import { WorkflowsService } from '../workflows.service.js';
import { WorkflowHistory } from './workflow-history.service.js';
import { toWorkflowVersionDto, type WorkflowVersionDto } from './workflow-versions.dto.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v2/workflows/:workflowId/versions')
export class WorkflowVersionsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly history: WorkflowHistory,
    private readonly editors: EditorsService,
    private readonly view: WorkflowView,
  ) {}

  /**
   * List the versions of a workflow
   *
   * Each save makes a version. The current one and the 50 before it, newest first.
   */
  @Get()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
  ): Promise<WorkflowVersionDto[]> {
    const versions = await this.history.list(await this.workflows.findOrFail(environment, workflowId));
    const editors = await this.editors.findOf(environment, versions);
    return versions.map((version) => toWorkflowVersionDto(version, editors.get(version.updatedById)));
  }

  /**
   * Retrieve a version of a workflow
   *
   * The workflow as it was then. To go back to it, replace the workflow with it.
   */
  @Get(':version')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Param('version') version: number,
  ): Promise<WorkflowDto> {
    const current = await this.workflows.findOrFail(environment, workflowId);
    return this.view.of(await this.history.findOrFail(current, version));
  }
}
