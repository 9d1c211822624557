import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { CurrentOrigin } from '../../../preferences/consents/consent-origin.js';
import type { ConsentOrigin } from '../../../preferences/consents/consent.schema.js';
import { PatchPreferenceChannelsDto } from '../../../preferences/preference-requests.dto.js';
import { SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../sessions/session.guard.js';
import {
  BulkInboxPreferencesDto,
  InboxPreferenceDto,
  ListInboxPreferencesQueryDto,
  PatchInboxGlobalPreferenceDto,
  PatchSubscriptionPreferenceDto,
} from './inbox-preferences.dto.js';
import { InboxPreferences } from './inbox-preferences.service.js';

const EITHER = [{ $ref: getSchemaPath(InboxPreferenceDto) }, { $ref: getSchemaPath(SubscriptionPreferenceDto) }];

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/preferences')
export class InboxPreferencesController {
  constructor(private readonly preferences: InboxPreferences) {}

  /**
   * List own preferences
   *
   * What the session's subscriber has chosen in exactly the session's contexts: first what holds globally, then each
   * workflow. Critical workflows are hidden unless asked for.
   */
  @Get()
  list(
    @CurrentSession() session: SubscriberSession,
    @Query() query: ListInboxPreferencesQueryDto,
  ): Promise<InboxPreferenceDto[]> {
    return this.preferences.list(session, query);
  }

  /** Retrieve the own global preference */
  @Get('global')
  global(@CurrentSession() session: SubscriberSession): Promise<InboxPreferenceDto> {
    return this.preferences.global(session);
  }

  /**
   * Change the own global preference
   *
   * A channel that is switched here loses the values it has for single workflows.
   */
  @Patch()
  updateGlobal(
    @CurrentSession() session: SubscriberSession,
    @Body() request: PatchInboxGlobalPreferenceDto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<InboxPreferenceDto> {
    return this.preferences.updateGlobal(session, request, origin);
  }

  /**
   * Change several own preferences
   *
   * All of them or none: an unknown workflow or subscription is 404, a critical workflow 400. The response has one
   * entry for each workflow, or for each change of a topic subscription.
   */
  @Patch('bulk')
  @ApiExtraModels(InboxPreferenceDto, SubscriptionPreferenceDto)
  @ApiOkResponse({ schema: { type: 'array', items: { oneOf: EITHER } } })
  updateMany(
    @CurrentSession() session: SubscriberSession,
    @Body() { preferences }: BulkInboxPreferencesDto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<(InboxPreferenceDto | SubscriptionPreferenceDto)[]> {
    return this.preferences.updateMany(session, preferences, origin);
  }

  /**
   * Change the own preference for a workflow
   *
   * A critical workflow is 400.
   */
  @Patch(':workflowId')
  updateWorkflow(
    @CurrentSession() session: SubscriberSession,
    @Param('workflowId') workflowId: string,
    @Body() channels: PatchPreferenceChannelsDto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<InboxPreferenceDto> {
    return this.preferences.updateWorkflow(session, workflowId, channels, origin);
  }
}

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/subscriptions/:identifier/preferences')
export class SubscriptionPreferencesController {
  constructor(private readonly preferences: InboxPreferences) {}

  /**
   * Change what an own subscription says
   *
   * Sets what the topic subscription says about one workflow: whether its notifications are wanted, or a condition for
   * that. The subscription is named by its identifier or its internal id. A critical workflow is 400.
   */
  @Patch(':workflowId')
  update(
    @CurrentSession() session: SubscriberSession,
    @Param('identifier') identifier: string,
    @Param('workflowId') workflowId: string,
    @Body() request: PatchSubscriptionPreferenceDto,
  ): Promise<SubscriptionPreferenceDto> {
    return this.preferences.updateSubscription(session, identifier, workflowId, request);
  }
}
