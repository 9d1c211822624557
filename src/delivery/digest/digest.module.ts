import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EventsModule } from '../../events/events.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import {
  ClosedWindow,
  ClosedWindowSchema,
  Digest,
  DigestPage,
  DigestPageSchema,
  DigestSchema,
} from './digest.schema.js';
import { DigestEvents } from './digest-events.js';
import { DigestHandover, DigestsService } from './digests.service.js';
import { DigestWindowsService } from './digest-windows.service.js';

@Module({
  imports: [
    EventsModule,
    NotificationsModule,
    MongooseModule.forFeature([
      { name: Digest.name, schema: DigestSchema },
      { name: DigestPage.name, schema: DigestPageSchema },
      { name: ClosedWindow.name, schema: ClosedWindowSchema },
    ]),
  ],
  providers: [DigestEvents, DigestHandover, DigestsService, DigestWindowsService],
  exports: [DigestHandover, DigestsService, DigestWindowsService],
})
export class DigestModule {}
