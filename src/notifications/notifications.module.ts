import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EventsModule } from '../events/events.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { TopicsModule } from '../topics/topics.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityService } from './activity/activity.service.js';
import { Run, RunSchema } from './activity/run.schema.js';
import { RunsService } from './activity/runs.service.js';
import { InboxService } from './inbox/inbox.service.js';
import { InboxBulk } from './inbox/inbox-bulk.service.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxStates } from './inbox/inbox-states.service.js';
import { NotificationController } from './inbox/notification.controller.js';
import { SnoozeWaker } from './inbox/snooze-waker.js';
import { InboxEvents } from './live/inbox-events.js';
import { LiveInboxesService } from './live/live-inboxes.service.js';
import { Message, MessageSchema } from './messages/message.schema.js';
import { MessagesService } from './messages/messages.service.js';
import { FeedService } from './v1/feed.service.js';
import { MessageRecords } from './v1/message-records.service.js';
import { MessagesController } from './v1/messages.controller.js';
import { SubscriberMessagesController } from './v1/subscriber-messages.controller.js';
import { MessageEvents } from './messages/message-events.service.js';
import { PendingCarrier } from './pending/pending-carrier.js';
import { PendingChanges } from './pending/pending-changes.service.js';
import { Subscriber, SubscriberSchema } from '../subscribers/subscriber.schema.js';

@Module({
  imports: [
    EventsModule,
    SubscribersModule,
    TopicsModule,
    OutboundWebhooksModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: Run.name, schema: RunSchema },
      { name: Message.name, schema: MessageSchema },
      { name: Subscriber.name, schema: SubscriberSchema },
    ]),
  ],
  controllers: [
    ActivityController,
    InboxController,
    MessagesController,
    NotificationController,
    SubscriberMessagesController,
  ],
  providers: [
    ActivityService,
    FeedService,
    InboxBulk,
    InboxEvents,
    InboxService,
    InboxStates,
    LiveInboxesService,
    MessageRecords,
    MessageEvents,
    MessagesService,
    PendingCarrier,
    PendingChanges,
    RunsService,
    SnoozeWaker,
  ],
  exports: [
    ActivityService,
    InboxBulk,
    InboxEvents,
    InboxService,
    InboxStates,
    LiveInboxesService,
    MessageEvents,
    MessagesService,
    RunsService,
  ],
})
export class NotificationsModule {}
