import { Module } from '@nestjs/common';
import { ContextsModule } from '../../contexts/contexts.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { PreferencesModule } from '../../preferences/preferences.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { TopicsModule } from '../../topics/topics.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { InboxNotificationController } from './notifications/inbox-notification.controller.js';
import { InboxNotificationsController } from './notifications/inbox-notifications.controller.js';
import { CreationLimit } from './opening/creation-limit.js';
import { SessionOpening } from './opening/session-opening.service.js';
import { SessionProofs } from './opening/session-proof.service.js';
import { SessionsController } from './opening/sessions.controller.js';
import { InboxPreferencesController } from './preferences/inbox-preferences.controller.js';
import { InboxPreferences } from './preferences/inbox-preferences.service.js';
import { SubscriptionPreferencesController } from './preferences/subscription-preferences.controller.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { InboxSubscriptionsController } from './subscriptions/inbox-subscriptions.controller.js';
import { InboxSubscriptions } from './subscriptions/inbox-subscriptions.service.js';

/** What inbox widgets in browsers call: adapters onto the services of the API, limited to one subscriber's session. */
@Module({
  imports: [
    ContextsModule,
    AuthModule,
    EnvironmentsModule,
    IntegrationsModule,
    NotificationsModule,
    PreferencesModule,
    SessionsModule,
    SubscribersModule,
    TopicsModule,
    WorkflowsModule,
  ],
  controllers: [
    InboxNotificationController,
    InboxNotificationsController,
    InboxPreferencesController,
    InboxSubscriptionsController,
    SessionsController,
    SubscriptionPreferencesController,
  ],
  providers: [CreationLimit, InboxPreferences, InboxSubscriptions, SessionOpening, SessionProofs],
})
export class InboxWidgetModule {}
