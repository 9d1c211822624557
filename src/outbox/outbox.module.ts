import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { OutboxMessage, OutboxMessageSchema } from './outbox-message.schema.js';
import { OutboxController } from './outbox.controller.js';
import { OutboxService } from './outbox.service.js';

/** Keeps messages that are not sent, and the routes that show them. */
@Module({
  imports: [AuthModule, MongooseModule.forFeature([{ name: OutboxMessage.name, schema: OutboxMessageSchema }])],
  controllers: [OutboxController],
  providers: [OutboxService],
  exports: [OutboxService],
})
export class OutboxModule {}
