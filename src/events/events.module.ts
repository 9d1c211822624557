import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { TenantsModule } from '../contexts/tenants/tenants.module.js';
import { BridgeModule } from '../workflows/bridge/bridge.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { EventIntake } from './accept/event-intake.service.js';
import { JobDispatcher } from './accept/job-dispatcher.service.js';
import { SealCredentials } from './accept/new-event.js';
import { AttachmentCleaner } from './attachments/attachment-cleaner.js';
import { AttachmentsModule } from './attachments/attachments.service.js';
import { Event, EventSchema } from './store/event.schema.js';
import { EventListController } from './list/event-list.controller.js';
import { EventListService } from './list/event-list.service.js';
import { EventProgressService } from './list/event-progress.service.js';
import { EventsController } from './events.controller.js';
import { EventArrivals } from './store/event-arrivals.service.js';
import { EventCounters } from './store/event-counters.service.js';
import { EventsService } from './store/events.service.js';
import { TriggerEvaluation } from './accept/trigger-evaluation.service.js';
import { TriggersService } from './accept/triggers.service.js';

@Module({
  imports: [
    AttachmentsModule,
    AuthModule,
    IntegrationsModule,
    SubscribersModule,
    TenantsModule,
    BridgeModule,
    WorkflowsModule,
    MongooseModule.forFeature([{ name: Event.name, schema: EventSchema }]),
  ],
  controllers: [EventListController, EventsController],
  providers: [
    JobDispatcher,
    AttachmentCleaner,
    EventIntake,
    EventListService,
    EventProgressService,
    EventArrivals,
    EventCounters,
    EventsService,
    SealCredentials,
    TriggerEvaluation,
    TriggersService,
  ],
  exports: [
    AttachmentsModule,
    EventListService,
    EventArrivals,
    EventCounters,
    EventsService,
    JobDispatcher,
    SealCredentials,
    TriggerEvaluation,
    TriggersService,
  ],
})
export class EventsModule {}
