import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { EventsModule } from '../events/events.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { TopicsModule } from '../topics/topics.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityService } from './activity/activity.service.js';
import { RecipientsController } from './activity/recipients.controller.js';
import { RecipientsService } from './activity/recipients.service.js';
import { Run, RunSchema } from './activity/run.schema.js';
import { RunEvents } from './activity/run-events.js';
import { RunsService } from './activity/runs.service.js';
import { ActivityCount, ActivityCountSchema } from './activity/charts/activity-count.schema.js';
import { ActivityCounter } from './activity/charts/activity-counter.service.js';
import { ChartsController } from './activity/charts/charts.controller.js';
import { ChartsService } from './activity/charts/charts.service.js';
import { FunnelService } from './activity/charts/funnel.service.js';
import { OverviewService } from './activity/charts/overview.service.js';
import { ContentController } from './activity/content/content.controller.js';
import { MessageContent, MessageContentSchema } from './activity/content/message-content.schema.js';
import { MessageContents } from './activity/content/message-contents.service.js';
import { InboxService } from './inbox/inbox.service.js';
import { InboxBulk } from './inbox/inbox-bulk.service.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxStates } from './inbox/inbox-states.service.js';
import { NotificationController } from './inbox/notification.controller.js';
import { SnoozeWaker } from './inbox/snooze-waker.js';
import { LiveActivityController } from './activity/live/live-activity.controller.js';
import { LiveActivity } from './activity/live/live-activity.service.js';
import { RunRelay } from './activity/live/run-notices.js';
import { LiveInboxesService } from './live/live-inboxes.service.js';
import { Message, MessageSchema } from './messages/message.schema.js';
import { MessagesService } from './messages/messages.service.js';
import { FeedService } from './v1/feed.service.js';
import { MessageRecords } from './v1/message-records.service.js';
import { MessagesController } from './v1/messages.controller.js';
import { SubscriberMessagesController } from './v1/subscriber-messages.controller.js';
import { MessageEngagement } from './messages/message-engagement.service.js';
import { MessageEvents } from './messages/message-events.service.js';
import { MessageStages } from './messages/message-stages.js';
import { PendingCarrier } from './messages/pending/pending-carrier.js';
import { PendingChanges } from './messages/pending/pending-changes.service.js';
import { Subscriber, SubscriberSchema } from '../subscribers/subscriber.schema.js';

@Module({
  imports: [
    AuthModule,
    EventsModule,
    IntegrationsModule,
    SubscribersModule,
    TopicsModule,
    OutboundWebhooksModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: ActivityCount.name, schema: ActivityCountSchema },
      { name: Run.name, schema: RunSchema },
      { name: Message.name, schema: MessageSchema },
      { name: MessageContent.name, schema: MessageContentSchema },
      { name: Subscriber.name, schema: SubscriberSchema },
    ]),
  ],
  controllers: [
    ActivityController,
    ChartsController,
    ContentController,
    InboxController,
    LiveActivityController,
    MessagesController,
    NotificationController,
    RecipientsController,
    SubscriberMessagesController,
  ],
  providers: [
    ActivityCounter,
    ActivityService,
    ChartsService,
    FeedService,
    FunnelService,
    InboxBulk,
    InboxService,
    InboxStates,
    LiveActivity,
    LiveInboxesService,
    MessageContents,
    MessageRecords,
    MessageEngagement,
    MessageEvents,
    MessageStages,
    MessagesService,
    OverviewService,
    PendingCarrier,
    PendingChanges,
    RunEvents,
    RunRelay,
    RecipientsService,
    RunsService,
    SnoozeWaker,
  ],
  exports: [
    ActivityCounter,
    ActivityService,
    InboxBulk,
    InboxService,
    InboxStates,
    LiveInboxesService,
    MessageContents,
    MessageEngagement,
    MessageEvents,
    MessagesService,
    RunEvents,
    RunsService,
  ],
})
export class NotificationsModule {}
