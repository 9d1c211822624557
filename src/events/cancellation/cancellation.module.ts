import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Run, RunSchema } from '../../notifications/activity/run.schema.js';
import { EventsModule } from '../events.module.js';
import { CancellationController } from './cancellation.controller.js';
import { CancellationService } from './cancellation.service.js';
import { WaitingRuns } from './waiting-runs.js';

@Module({
  imports: [EventsModule, MongooseModule.forFeature([{ name: Run.name, schema: RunSchema }])],
  controllers: [CancellationController],
  providers: [CancellationService, WaitingRuns],
  exports: [CancellationService],
})
export class CancellationModule {}
