import { Module } from '@nestjs/common';
import { AttachmentReleaseModule } from '../../delivery/attachments/attachment-release.module.js';
import { RunCancellationModule } from '../../delivery/cancel/run-cancellation.module.js';
import { EventsModule } from '../events.module.js';
import { CancellationController } from './cancellation.controller.js';
import { CancellationService } from './cancellation.service.js';

@Module({
  imports: [AttachmentReleaseModule, EventsModule, RunCancellationModule],
  controllers: [CancellationController],
  providers: [CancellationService],
  exports: [CancellationService],
})
export class CancellationModule {}
