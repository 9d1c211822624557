import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Context, ContextSchema } from '../contexts/context.schema.js';
import { ChannelConnectionsModule } from '../channels/connections/channel-connections.module.js';
import { ChannelEndpointsModule } from '../channels/endpoints/channel-endpoints.module.js';
import { ContextsModule } from '../contexts/contexts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CancellationModule } from './cancellation/cancellation.controller.js';
import { EnvironmentVariablesModule } from '../env-variables/environment-variables.module.js';
import { EventsModule } from '../events/events.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { PreferencesModule } from '../preferences/preferences.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AttachmentReleaseModule } from './attachment-release.service.js';
import { RunCancellationModule } from './cancellation/run-cancellation.service.js';
import { CountingModule } from './counting/run-counting.service.js';
import { ChannelSender } from './channels/channel-sender.js';
import { OutboxSender } from './channels/outbox-sender.js';
import { RoutedSender } from './channels/routed-sender.js';
import { SubscriberEndpointsService } from './channels/subscriber-endpoints.service.js';
import { DeliveryWorker } from './delivery.worker.js';
import { DigestModule } from './digest/digest.module.js';
import { RealEffects } from './effects/real-effects.js';
import { EventDeliveryService } from './event-delivery.service.js';
import { EnvironmentFactsService } from './execution/environment-facts.service.js';
import { RunExecutionService } from './execution/run-execution.service.js';
import { RunScopesService } from './execution/run-scopes.service.js';
import { ExpansionModule } from './expansion/expansion.module.js';
import { HttpClientService } from './steps/http-client.service.js';
import { OutboundHttpModule } from '../platform/outbound-http/outbound-http.module.js';
import { IntegrationTestController } from './integration-test/integration-test.controller.js';
import { IntegrationTestService } from './integration-test/integration-test.service.js';
import { LayoutPreviewController } from './layout-preview/layout-preview.controller.js';
import { LayoutPreviewService } from './layout-preview/layout-preview.service.js';
import { PreviewController } from './preview/preview.controller.js';
import { PreviewService } from './preview/preview.service.js';
import { RenderingSourcesService } from './rendering/rendering-sources.service.js';
import { RunBatchService } from './run-batch.service.js';
import { ProviderAccounts } from './sending/provider-accounts.js';
import { ProviderSender } from './sending/provider-sender.js';
import { ProviderIO } from './sending/provider-io.js';
import { SimulatedPeopleService } from './simulation/simulated-subscribers.service.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { SimulationService } from './simulation/simulation.service.js';
import { Sweeper } from './sweeper.js';
import { Throttle, ThrottleSchema } from './throttle/throttle.schema.js';
import { ThrottlesService } from './throttle/throttles.service.js';
import { TurnService } from './turn.service.js';
import { WakeBatchService } from './waking/wake-batch.service.js';
import { Waker } from './waking/waker.js';

@Module({
  imports: [
    AttachmentReleaseModule,
    CancellationModule,
    ChannelConnectionsModule,
    ChannelEndpointsModule,
    ContextsModule,
    CountingModule,
    DigestModule,
    EnvironmentVariablesModule,
    AuthModule,
    EventsModule,
    ExpansionModule,
    IntegrationsModule,
    LayoutsModule,
    NotificationsModule,
    OutboundHttpModule,
    OutboxModule,
    PreferencesModule,
    RunCancellationModule,
    SubscribersModule,
    TenantsModule,
    TranslationsModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: Context.name, schema: ContextSchema },
      { name: Throttle.name, schema: ThrottleSchema },
    ]),
  ],
  controllers: [IntegrationTestController, LayoutPreviewController, PreviewController, SimulationController],
  providers: [
    SubscriberEndpointsService,
    DeliveryWorker,
    EnvironmentFactsService,
    EventDeliveryService,
    HttpClientService,
    IntegrationTestService,
    LayoutPreviewService,
    OutboxSender,
    RoutedSender,
    { provide: ChannelSender, useExisting: RoutedSender },
    PreviewService,
    ProviderAccounts,
    ProviderSender,
    ProviderIO,
    RealEffects,
    RenderingSourcesService,
    RunBatchService,
    RunExecutionService,
    RunScopesService,
    SimulatedPeopleService,
    SimulationService,
    Sweeper,
    ThrottlesService,
    TurnService,
    WakeBatchService,
    Waker,
  ],
  exports: [DeliveryWorker],
})
export class DeliveryModule {}
