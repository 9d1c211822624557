import { Module } from '@nestjs/common';
import { ContextsModule } from '../contexts/contexts.module.js';
import { CancellationModule } from '../events/cancellation/cancellation.module.js';
import { EventsModule } from '../events/events.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { DeliveryWorker } from './delivery.worker.js';
import { EventDeliveryService } from './event-delivery.service.js';
import { ExpansionModule } from './expansion/expansion.module.js';
import { RunBatchService } from './run-batch.service.js';
import { Sweeper } from './sweeper.js';

@Module({
  imports: [
    CancellationModule,
    ContextsModule,
    EventsModule,
    ExpansionModule,
    IntegrationsModule,
    NotificationsModule,
    SubscribersModule,
    WorkflowsModule,
  ],
  providers: [DeliveryWorker, EventDeliveryService, RunBatchService, Sweeper],
})
export class DeliveryModule {}
