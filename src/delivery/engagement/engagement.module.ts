import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { EngagementService } from './engagement.service.js';

@Module({
  imports: [DeliveryModule, NotificationsModule],
  providers: [EngagementService],
})
export class EngagementModule {}
