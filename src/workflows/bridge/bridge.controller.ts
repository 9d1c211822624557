import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Put, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { WhileClientWaits } from '../../platform/http/decorators.js';
import { Access, Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import {
  type BridgeStatusDto,
  BridgeUrlDto,
  type BridgeValidationDto,
  type StepControlsDto,
  SyncQueryDto,
  type BridgeSyncResultDto,
  toStepControlsDto,
  UpdateStepControlsDto,
  ValidateBridgeDto,
} from './bridge.dto.js';
import { BridgeSyncService } from './bridge-sync.service.js';
import { BridgeWorkflows } from './bridge-workflows.service.js';

@ApiTags('Workflows in code')
@Access('workflows')
@Controller('v1/bridge')
export class BridgeController {
  constructor(
    private readonly bridge: BridgeSyncService,
    private readonly workflows: BridgeWorkflows,
  ) {}

  /**
   * Sync workflows in code
   *
   * Asks the application for its workflows and stores them in the environment, with the address for later. Control
   * values, preferences and whether a workflow is active stay as they are in the environment. A workflow that is no
   * longer in the code becomes inactive. Another address needs `environments:write`, too. 422 when the application does
   * not respond or has something that cannot be used.
   */
  @Post('sync')
  @HttpCode(HttpStatus.OK)
  @ApiConflictResponse({
    type: ErrorDto,
    description: 'A workflow made in Carillon has the identifier, or another sync does not end.',
  })
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The address is another one than that of the environment.' })
  sync(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { bridgeUrl }: BridgeUrlDto,
    @Query() _query: SyncQueryDto,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<BridgeSyncResultDto> {
    return this.bridge.sync(environment, bridgeUrl, signal);
  }

  /**
   * Compare workflows in code
   *
   * What a sync with this address would do now. Nothing is stored.
   */
  @Post('diff')
  @Requires('workflows:read')
  @HttpCode(HttpStatus.OK)
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The address is another one than that of the environment.' })
  diff(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { bridgeUrl }: BridgeUrlDto,
  ): Promise<BridgeSyncResultDto> {
    return this.bridge.diff(environment, bridgeUrl);
  }

  /**
   * Validate a bridge URL
   *
   * Whether an application with workflows in code responds there, and accepts the signature of the environment. Nothing is
   * stored. Another address than that of the environment needs `environments:write`, too.
   */
  @Post('validate')
  @HttpCode(HttpStatus.OK)
  validate(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { bridgeUrl }: ValidateBridgeDto,
  ): Promise<BridgeValidationDto> {
    return this.bridge.validate(environment, bridgeUrl);
  }

  /**
   * Retrieve the status of the bridge
   *
   * Asks the application of the environment how it is. The response is 200 also when it does not respond.
   */
  @Get('status')
  status(@CurrentEnvironment() environment: EnvironmentRef): Promise<BridgeStatusDto> {
    return this.bridge.status(environment);
  }

  /**
   * Retrieve the controls of a step in code
   *
   * The workflow by its identifier, internal id or slug; the step by its step id, internal id or slug. Other workflows are
   * 404.
   */
  @Get('controls/:workflowId/:stepId')
  async controls(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Param('stepId') stepId: string,
  ): Promise<StepControlsDto> {
    const { workflow, step } = await this.workflows.findStep(environment, workflowId, stepId);
    return toStepControlsDto(workflow, step);
  }

  /**
   * Set the controls of a step in code
   *
   * For this environment alone; they stay when the workflow is synced again. Values that do not fit the schema of the code
   * are 422, unless they are templates.
   */
  @Put('controls/:workflowId/:stepId')
  async setControls(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Param('stepId') stepId: string,
    @Body() { variables }: UpdateStepControlsDto,
  ): Promise<StepControlsDto> {
    const { workflow, step } = await this.workflows.setControls(environment, workflowId, stepId, variables);
    return toStepControlsDto(workflow, step);
  }
}
