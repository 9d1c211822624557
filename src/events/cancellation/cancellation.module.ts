import { Module } from '@nestjs/common';
import { RunCancellationModule } from '../../delivery/cancel/run-cancellation.module.js';
import { EventsModule } from '../events.module.js';
import { CancellationController } from './cancellation.controller.js';
import { CancellationService } from './cancellation.service.js';

@Module({
  imports: [EventsModule, RunCancellationModule],
  controllers: [CancellationController],
  providers: [CancellationService],
  exports: [CancellationService],
})
export class CancellationModule {}
