import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { CreateWorkflowDto, PatchWorkflowDto, UpdateWorkflowDto } from './workflow-requests.dto.js';
import { CreateWorkflowQueryDto, GetWorkflowQueryDto } from './workflow-queries.dto.js';
import type { WorkflowDto } from './workflow.dto.js';
import { ListWorkflowsQueryDto, type WorkflowListDto } from './workflow-list.dto.js';
import type { StepDto } from './workflow-step.dto.js';
import { WorkflowView } from './workflow-view.js';
import { WorkflowChangesService } from './workflow-changes.service.js';
import { WorkflowsService } from './workflows.service.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v2/workflows')
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly changes: WorkflowChangesService,
    private readonly view: WorkflowView,
  ) {}

  /**
   * Create a workflow
   *
   * Steps run in the order given. Without `workflowId` the identifier is made from the name. An identifier that is
   * taken is 409, unless `replaceIfExists` is given; a step id given twice 400.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateWorkflowDto,
    @Query() { replaceIfExists }: CreateWorkflowQueryDto,
  ): Promise<WorkflowDto> {
    const { changes } = this;
    return this.view.of(
      await (replaceIfExists ? changes.createOrReplace(environment, request) : changes.create(environment, request)),
    );
  }

  /**
   * List workflows
   *
   * A page of the environment's workflows, newest first unless ordered otherwise. All filters must apply.
   */
  @Get()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListWorkflowsQueryDto,
  ): Promise<WorkflowListDto> {
    return this.workflows.list(environment, query);
  }

  /**
   * Retrieve a workflow
   *
   * By its identifier, its internal id or its slug; with `environmentId` in another environment of the organization.
   */
  @Get(':workflowId')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Query() { environmentId }: GetWorkflowQueryDto,
  ): Promise<WorkflowDto> {
    return this.view.of(await this.workflows.findOrFail(environment, workflowId, environmentId));
  }

  /**
   * Replace a workflow
   *
   * With everything in it but its identifier. A step with the `_id` or the `stepId` of one that is there changes that
   * one. The others are new, and steps that are left out are removed. Waiting runs continue with the new definition. A
   * step id given twice is 400.
   */
  @Put(':workflowId')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Body() request: UpdateWorkflowDto,
  ): Promise<WorkflowDto> {
    return this.view.of(await this.changes.update(environment, workflowId, request));
  }

  /**
   * Change a workflow
   *
   * Only the fields that are sent. Waiting runs continue with the new definition.
   */
  @Patch(':workflowId')
  async patch(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Body() patch: PatchWorkflowDto,
  ): Promise<WorkflowDto> {
    return this.view.of(await this.changes.patch(environment, workflowId, patch));
  }

  /**
   * Delete a workflow
   *
   * Permanently. Later triggers of it are refused; delivered notifications stay, and waiting runs continue.
   */
  @Delete(':workflowId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
  ): Promise<void> {
    await this.changes.delete(environment, workflowId);
  }

  /**
   * Retrieve a step
   *
   * The workflow by its identifier, internal id or slug; the step by its step id, internal id or slug.
   */
  @Get(':workflowId/steps/:stepId')
  async getStep(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Param('stepId') stepId: string,
  ): Promise<StepDto> {
    const { workflow, step } = await this.workflows.findStep(environment, workflowId, stepId);
    return this.view.ofStep(workflow, step);
  }
}
