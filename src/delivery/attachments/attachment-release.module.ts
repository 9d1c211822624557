import { Module } from '@nestjs/common';
import { EventsModule } from '../../events/events.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { AttachmentRelease } from './attachment-release.service.js';

@Module({
  imports: [EventsModule, NotificationsModule],
  providers: [AttachmentRelease],
  exports: [AttachmentRelease],
})
export class AttachmentReleaseModule {}
