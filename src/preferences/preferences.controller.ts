import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { CurrentOrigin } from './consents/consent-origin.js';
import type { ConsentOrigin } from './consents/consent.schema.js';
import { BulkUpdatePreferencesDto, ListPreferencesQueryDto, PatchPreferencesDto } from './preference-requests.dto.js';
import {
  type PreferenceEntryDto,
  type SubscriberPreferencesDto,
  toPreferenceEntryDto,
  toSubscriberPreferencesDto,
} from './preferences.dto.js';
import { SubscriberPreferencesService } from './subscriber-preferences.service.js';

@ApiTags('Subscriber preferences')
@Access('subscribers')
@Controller('v2/subscribers/:subscriberId/preferences')
export class PreferencesController {
  constructor(private readonly preferences: SubscriberPreferencesService) {}

  /**
   * Retrieve the preferences of a subscriber
   *
   * The effective preferences, global, per category and per workflow, in exactly one set of contexts. A value of the subscriber
   * for a workflow comes before one for its category, that before the global one, and that before the workflow's own. Critical workflows are hidden unless
   * asked for.
   */
  @Get()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() query: ListPreferencesQueryDto,
  ): Promise<SubscriberPreferencesDto> {
    return toSubscriberPreferencesDto(await this.preferences.list(environment, subscriberId, query));
  }

  /**
   * Change the preferences of a subscriber
   *
   * With `workflowId` for that workflow, with `category` for all that are in it, otherwise for all: a channel that is switched
   * globally or for a category loses the values it has for single workflows there. A critical workflow is 400, a category that
   * no workflow is in 404. The response has all preferences in the same contexts.
   */
  @Patch()
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() request: PatchPreferencesDto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<SubscriberPreferencesDto> {
    return toSubscriberPreferencesDto(await this.preferences.update(environment, subscriberId, request, origin));
  }

  /**
   * Change the preferences for several workflows
   *
   * All of them or none: an unknown workflow is 404, a critical one 400. Of two changes for one workflow and
   * channel the later counts. The response has one entry for each workflow, in the order in which they are named first.
   */
  @Patch('bulk')
  async updateMany(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() request: BulkUpdatePreferencesDto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<PreferenceEntryDto[]> {
    return (await this.preferences.updateMany(environment, subscriberId, request, origin)).map(toPreferenceEntryDto);
  }
}
