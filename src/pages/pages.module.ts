import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { Environment, EnvironmentSchema } from '../auth/environment.schema.js';
import { EventsModule } from '../events/events.module.js';
import { InboxWidgetModule } from '../inbox/widget/inbox-widget.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import {
  InboxDemoController,
  InboxDemoTriggerController,
  OpenedInboxDemoController,
} from './inbox-demo/inbox-demo.controller.js';
import { InboxDemo } from './inbox-demo/inbox-demo.service.js';

/** What the screen of the inbox demo needs beside the routes of every widget. */
@Module({
  imports: [
    AuthModule,
    EventsModule,
    InboxWidgetModule,
    SubscribersModule,
    WorkflowsModule,
    MongooseModule.forFeature([{ name: Environment.name, schema: EnvironmentSchema }]),
  ],
  controllers: [InboxDemoController, InboxDemoTriggerController, OpenedInboxDemoController],
  providers: [InboxDemo],
})
export class InboxDemoModule {}
