import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { EventsModule } from '../../events/events.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { Subscriber, SubscriberSchema } from '../../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { SubscriberDeletionsService } from './subscriber-deletions.service.js';
import { PersonalDataService } from './personal-data.service.js';
import { SubscriberDeletionController } from './subscriber-deletion.controller.js';
import { SubscriberDeletion, SubscriberDeletionSchema } from './subscriber-deletion.schema.js';
import { SubscriberExportController } from './subscriber-export.controller.js';
import { SubscriberExportService } from './subscriber-export.service.js';

/** Separate from the other subscriber routes, because deletion and export are about everything that depends on subscribers. */
@Module({
  imports: [
    DeliveryModule,
    EventsModule,
    NotificationsModule,
    SubscribersModule,
    SuppressionsModule,
    MongooseModule.forFeature([
      { name: Subscriber.name, schema: SubscriberSchema },
      { name: SubscriberDeletion.name, schema: SubscriberDeletionSchema },
    ]),
  ],
  controllers: [SubscriberDeletionController, SubscriberExportController],
  providers: [PersonalDataService, SubscriberDeletionsService, SubscriberExportService],
})
export class PersonalDataModule {}
