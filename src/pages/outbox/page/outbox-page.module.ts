import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Environment, EnvironmentSchema } from '../../../auth/environment.schema.js';
import { NotificationsModule } from '../../../notifications/notifications.module.js';
import { OutboxModule } from '../../../outbox/outbox.module.js';
import { OutboxPageController } from './outbox-page.controller.js';
import { PageEnvironments } from './page-environments.service.js';

/** A page that shows the outbox: what it needs beside the routes of the API. */
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
