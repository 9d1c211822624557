import { Module } from '@nestjs/common';
import { AttachmentReleaseModule } from '../attachments/attachment-release.module.js';
import { RunCancellationModule } from './run-cancellation.module.js';
import { EventsModule } from '../../events/events.module.js';
import { CancellationController } from './cancellation.controller.js';
import { CancellationService } from './cancellation.service.js';

@Module({
  imports: [AttachmentReleaseModule, EventsModule, RunCancellationModule],
  controllers: [CancellationController],
  providers: [CancellationService],
  exports: [CancellationService],
})
export class CancellationModule {}
