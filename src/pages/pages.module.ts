import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Environment, EnvironmentSchema } from '../auth/environment.schema.js';
import { EventsModule } from '../events/events.module.js';
import { InboxWidgetModule } from '../inbox/widget/inbox-widget.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { InboxDemoController } from './inbox-demo/inbox-demo.controller.js';
import { InboxDemo } from './inbox-demo/inbox-demo.service.js';
import { OutboxPageController, PageEnvironments } from './outbox/page/outbox-page.controller.js';

/** The page with the inbox widget, and its route; the widget uses the routes of every widget. */
@Module({
  imports: [
    EventsModule,
    InboxWidgetModule,
    WorkflowsModule,
    MongooseModule.forFeature([{ name: Environment.name, schema: EnvironmentSchema }]),
  ],
  controllers: [InboxDemoController],
  providers: [InboxDemo],
  exports: [InboxDemo],
})
export class InboxDemoModule {}

/** The page of the outbox, and the routes it uses without an API key. */
@Module({
  imports: [
    OutboxModule,
    NotificationsModule,
    MongooseModule.forFeature([{ name: Environment.name, schema: EnvironmentSchema }]),
  ],
  controllers: [OutboxPageController],
  providers: [PageEnvironments],
  exports: [PageEnvironments],
})
export class OutboxPageModule {}
