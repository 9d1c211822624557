import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AttachmentReleaseModule } from '../../delivery/attachment-release.service.js';
import { EventsModule } from '../../events/events.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { Subscriber, SubscriberSchema } from '../../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { DeletionSweeper } from './deletion-sweeper.js';
import { PersonalDataService } from './personal-data.service.js';
import { SubscriberDeletionController } from './subscriber-deletion.controller.js';
import { SubscriberDeletion, SubscriberDeletionSchema } from './subscriber-deletion.schema.js';
import { SubscriberDeletionsService } from './subscriber-deletions.service.js';

/** Apart from the other routes of subscribers, because a deletion reaches into everything that builds on them. */
@Module({
  imports: [
    AttachmentReleaseModule,
    EventsModule,
    NotificationsModule,
    SubscribersModule,
    MongooseModule.forFeature([
      { name: Subscriber.name, schema: SubscriberSchema },
      { name: SubscriberDeletion.name, schema: SubscriberDeletionSchema },
    ]),
  ],
  controllers: [SubscriberDeletionController],
  providers: [DeletionSweeper, PersonalDataService, SubscriberDeletionsService],
})
export class SubscriberDeletionModule {}
