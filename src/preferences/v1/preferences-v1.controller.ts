import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentEnvironment } from '../../auth/current-environment.decorator.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import {
  ListPreferencesV1QueryDto,
  type PreferenceOfWorkflowV1Dto,
  UpdateGlobalPreferenceV1Dto,
  UpdateWorkflowPreferenceV1Dto,
} from './preferences-v1.dto.js';
import { LevelPipe, LEVELS, type PreferenceLevel } from './level.pipe.js';
import { PreferencesV1Service } from './preferences-v1.service.js';

/** One parameter has two meanings in the paths of this version, and OpenAPI wants one name for it. */
@ApiTags('Subscriber preferences')
@Controller('v1/subscribers/:subscriberId/preferences')
export class PreferencesV1Controller {
  constructor(private readonly preferences: PreferencesV1Service) {}

  /**
   * List preferences for workflows (v1)
   *
   * What holds for each workflow where no context is, critical ones left out. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Get()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() { includeInactiveChannels }: ListPreferencesV1QueryDto,
  ): Promise<PreferenceOfWorkflowV1Dto[]> {
    return this.preferences.list(environment, subscriberId, 'template', includeInactiveChannels);
  }

  /**
   * List preferences of one level (v1)
   *
   * The global preference alone, or those for workflows, where no context is. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Get(':levelOrWorkflow')
  @ApiParam({ name: 'levelOrWorkflow', enum: LEVELS })
  listLevel(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Param('levelOrWorkflow', LevelPipe) level: PreferenceLevel,
    @Query() { includeInactiveChannels }: ListPreferencesV1QueryDto,
  ): Promise<PreferenceOfWorkflowV1Dto[]> {
    return this.preferences.list(environment, subscriberId, level, includeInactiveChannels);
  }

  /**
   * Change the preference for a workflow (v1)
   *
   * One channel, or all that have no value of their own. A critical workflow, and a change that names neither, answers
   * 400. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Patch(':levelOrWorkflow')
  updateWorkflow(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Param('levelOrWorkflow') workflowId: string,
    @Body() request: UpdateWorkflowPreferenceV1Dto,
  ): Promise<PreferenceOfWorkflowV1Dto> {
    return this.preferences.updateWorkflow(environment, subscriberId, workflowId, request);
  }

  /**
   * Change the global preference (v1)
   *
   * Channels, or all that have no value of their own; what was set for single workflows in them is cleared. A change
   * that names neither answers 400. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Patch()
  updateGlobal(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() request: UpdateGlobalPreferenceV1Dto,
  ): Promise<PreferenceOfWorkflowV1Dto> {
    return this.preferences.updateGlobal(environment, subscriberId, request);
  }
}
