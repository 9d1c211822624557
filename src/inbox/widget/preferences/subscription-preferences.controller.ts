import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../sessions/session.guard.js';
import { PatchSubscriptionPreferenceDto } from './inbox-preferences.dto.js';
import { InboxPreferences } from './inbox-preferences.service.js';

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
