import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EventsModule } from '../events/events.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityService } from './activity/activity.service.js';
import { Run, RunSchema } from './activity/run.schema.js';
import { RunsService } from './activity/runs.service.js';
import { InboxAccess } from './inbox/inbox-access.service.js';
import { InboxBulk } from './inbox/inbox-bulk.service.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxStates } from './inbox/inbox-states.service.js';
import { NotificationController } from './inbox/notification.controller.js';
import { InboxService } from './inbox/inbox.service.js';
import { InboxEvents } from './live/inbox-events.js';
import { LiveInboxesService } from './live/live-inboxes.service.js';
import { Message, MessageSchema } from './messages/message.schema.js';
import { MessagesService } from './messages/messages.service.js';

@Module({
  imports: [
    EventsModule,
    SubscribersModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: Run.name, schema: RunSchema },
      { name: Message.name, schema: MessageSchema },
    ]),
  ],
  controllers: [ActivityController, InboxController, NotificationController],
  providers: [
    ActivityService,
    InboxAccess,
    InboxBulk,
    InboxEvents,
    InboxService,
    InboxStates,
    LiveInboxesService,
    MessagesService,
    RunsService,
  ],
  exports: [InboxBulk, InboxEvents, InboxService, InboxStates, LiveInboxesService, MessagesService, RunsService],
})
export class NotificationsModule {}
