import { Module } from '@nestjs/common';
import { EventsModule } from '../../events/events.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { RunCountingService } from './run-counting.service.js';

@Module({
  imports: [EventsModule, NotificationsModule],
  providers: [RunCountingService],
  exports: [RunCountingService],
})
export class CountingModule {}
