import { Body, Controller, Get, Param, Patch, type PipeTransform, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { CurrentOrigin } from '../consents/consent-origin.js';
import type { ConsentOrigin } from '../consents/consent.schema.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { SubscriberPreferencesService } from '../subscriber-preferences.service.js';
import {
  ListPreferencesV1QueryDto,
  type PreferenceOfWorkflowV1Dto,
  toGlobalPreferenceV1Dto,
  toStatedLayer,
  toWorkflowPreferenceV1Dto,
  UpdateGlobalPreferenceV1Dto,
  UpdateWorkflowPreferenceV1Dto,
} from './preferences-v1.dto.js';

const LEVELS = ['global', 'template'] as const;
type PreferenceLevel = (typeof LEVELS)[number];

/** The `level` of a path: `global` or `template`, else 422. */
class LevelPipe implements PipeTransform<string, PreferenceLevel> {
  transform(value: string): PreferenceLevel {
    const level = LEVELS.find((known) => known === value);
    if (level) return level;
    throw ValidationException.of('level', 'level must be global or template', value);
  }
}

/** One parameter has two meanings in the paths of this version, and OpenAPI wants one name for it. */
@ApiTags('Subscriber preferences')
@Access('subscribers')
@Controller('v1/subscribers/:subscriberId/preferences')
export class PreferencesV1Controller {
  constructor(private readonly preferences: SubscriberPreferencesService) {}

  /**
   * List preferences for workflows (v1)
   *
   * The effective preferences for each workflow without contexts, except critical ones. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Get()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() { includeInactiveChannels }: ListPreferencesV1QueryDto,
  ): Promise<PreferenceOfWorkflowV1Dto[]> {
    return this.listWorkflows(environment, subscriberId, includeInactiveChannels);
  }

  /**
   * List preferences of one level (v1)
   *
   * The global preference alone, or those for workflows, where no context is. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Get(':levelOrWorkflow')
  @ApiParam({ name: 'levelOrWorkflow', enum: LEVELS })
  async listLevel(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Param('levelOrWorkflow', LevelPipe) level: PreferenceLevel,
    @Query() { includeInactiveChannels }: ListPreferencesV1QueryDto,
  ): Promise<PreferenceOfWorkflowV1Dto[]> {
    if (level === 'template') return this.listWorkflows(environment, subscriberId, includeInactiveChannels);
    return [toGlobalPreferenceV1Dto(await this.preferences.findChoices(environment, subscriberId))];
  }

  /**
   * Change the preference for a workflow (v1)
   *
   * One channel, or all that have no value of their own. A critical workflow, and a change that names neither, is
   * 400. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Patch(':levelOrWorkflow')
  async updateWorkflow(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Param('levelOrWorkflow') workflowId: string,
    @Body() { channel, enabled }: UpdateWorkflowPreferenceV1Dto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<PreferenceOfWorkflowV1Dto> {
    const layer = toStatedLayer(channel ? [channel] : [], enabled);
    const choices = [{ workflowId, layer }];
    const { workflows } = await this.preferences.chooseForWorkflows(environment, subscriberId, choices, origin);
    const [preference] = workflows;
    if (!preference) throw new Error('A stored choice is for no workflow');
    return toWorkflowPreferenceV1Dto(preference, true);
  }

  /**
   * Change the global preference (v1)
   *
   * Channels, or all that have no value of their own; what was set for single workflows in them is cleared. A change
   * that names neither is 400. Prefer the operation under `/v2`.
   * @deprecated
   */
  @Patch()
  async updateGlobal(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { preferences = [], enabled }: UpdateGlobalPreferenceV1Dto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<PreferenceOfWorkflowV1Dto> {
    const layer = toStatedLayer(preferences, enabled);
    return toGlobalPreferenceV1Dto(await this.preferences.chooseGlobally(environment, subscriberId, { layer }, origin));
  }

  private async listWorkflows(
    environment: EnvironmentRef,
    subscriberId: string,
    includeInactiveChannels: boolean,
  ): Promise<PreferenceOfWorkflowV1Dto[]> {
    const { workflows } = await this.preferences.list(environment, subscriberId, { criticality: 'nonCritical' });
    return workflows.map((preference) => toWorkflowPreferenceV1Dto(preference, includeInactiveChannels));
  }
}
