import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EventsModule } from '../../events/events.module.js';
import { Message, MessageSchema } from '../../notifications/messages/message.schema.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { DeadLetterWaker } from './dead-letter-waker.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLettersService } from './dead-letters.service.js';

@Module({
  imports: [
    EventsModule,
    NotificationsModule,
    SubscribersModule,
    MongooseModule.forFeature([{ name: Message.name, schema: MessageSchema }]),
  ],
  controllers: [DeadLettersController],
  providers: [DeadLettersService, DeadLetterWaker],
})
export class DeadLettersModule {}
