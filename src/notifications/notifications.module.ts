import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EventsModule } from '../events/events.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityService } from './activity/activity.service.js';
import { Run, RunSchema } from './activity/run.schema.js';
import { RunsService } from './activity/runs.service.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxService } from './inbox/inbox.service.js';
import { InboxEvents } from './live/inbox-events.js';
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
  controllers: [ActivityController, InboxController],
  providers: [ActivityService, InboxEvents, InboxService, MessagesService, RunsService],
  exports: [InboxEvents, MessagesService, RunsService],
})
export class NotificationsModule {}
