import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { CountingModule } from '../counting/counting.module.js';
import { DigestModule } from '../digest/digest.module.js';
import { RunCancellationService } from './run-cancellation.service.js';

@Module({
  imports: [CountingModule, DigestModule, NotificationsModule],
  providers: [RunCancellationService],
  exports: [RunCancellationService],
})
export class RunCancellationModule {}
