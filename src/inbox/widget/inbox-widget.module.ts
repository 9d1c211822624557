import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModule } from '../../auth/auth.module.js';
import { ChannelsModule } from '../../channels/channels.module.js';
import { ContextsModule } from '../../contexts/contexts.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { ConsentsModule } from '../../preferences/consents/consents.module.js';
import { PreferencesModule } from '../../preferences/preferences.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { TopicsModule } from '../../topics/topics.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import {
  InboxChannelConnectionsController,
  InboxChatOAuthController,
} from './channels/inbox-connections.controller.js';
import { InboxChannelEndpointsController } from './channels/inbox-endpoints.controller.js';
import { InboxChannels } from './channels/inbox-channels.service.js';
import { InboxNotificationController } from './notifications/inbox-notification.controller.js';
import { InboxNotificationsController } from './notifications/inbox-notifications.controller.js';
import { CreationLimit, SessionOpening } from './sessions/session-opening.service.js';
import { SessionProofs } from './sessions/session-proof.service.js';
import { InboxPreviewController, SessionsController } from './sessions/sessions.controller.js';
import {
  InboxPreferencesController,
  SubscriptionPreferencesController,
} from './preferences/inbox-preferences.controller.js';
import { InboxPreferences } from './preferences/inbox-preferences.service.js';
import { BoundIdentifiers } from './sessions/bound-identifiers.service.js';
import { SessionTokens } from './sessions/session-tokens.service.js';
import { SessionGuard, SubscriberSessions } from './sessions/session.guard.js';
import { InboxSubscriptionsController } from './subscriptions/inbox-subscriptions.controller.js';
import { InboxSubscriptions } from './subscriptions/inbox-subscriptions.service.js';

/** The routes that inbox widgets in browsers call: they call the services of the API for the subscriber of a session. */
@Module({
  imports: [
    ChannelsModule,
    ConsentsModule,
    ContextsModule,
    AuthModule,
    EnvironmentsModule,
    IntegrationsModule,
    NotificationsModule,
    PreferencesModule,
    SubscribersModule,
    TopicsModule,
    WorkflowsModule,
  ],
  controllers: [
    InboxChannelConnectionsController,
    InboxChannelEndpointsController,
    InboxChatOAuthController,
    InboxNotificationController,
    InboxNotificationsController,
    InboxPreferencesController,
    InboxPreviewController,
    InboxSubscriptionsController,
    SessionsController,
    SubscriptionPreferencesController,
  ],
  providers: [
    BoundIdentifiers,
    CreationLimit,
    InboxChannels,
    InboxPreferences,
    InboxSubscriptions,
    SessionGuard,
    SessionOpening,
    SessionProofs,
    SessionTokens,
    SubscriberSessions,
    { provide: APP_GUARD, useExisting: SessionGuard },
  ],
  exports: [BoundIdentifiers, SessionTokens, SubscriberSessions],
})
export class InboxWidgetModule {}
