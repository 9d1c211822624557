import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { DigestModule } from '../digest/digest.module.js';
import { RunCancellationService } from './run-cancellation.service.js';

@Module({
  imports: [DigestModule, NotificationsModule],
  providers: [RunCancellationService],
  exports: [RunCancellationService],
})
export class RunCancellationModule {}
