import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Environment, EnvironmentSchema } from '../../auth/environment.schema.js';
import { EventsModule } from '../../events/events.module.js';
import { InboxWidgetModule } from '../../inbox/widget/inbox-widget.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { InboxDemoController } from './inbox-demo.controller.js';
import { InboxDemo } from './inbox-demo.service.js';

/** A page that shows the inbox widget at work: what it needs beside the routes of every widget. */
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
