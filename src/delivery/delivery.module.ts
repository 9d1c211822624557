import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { Context, ContextSchema } from '../contexts/context.schema.js';
import { ContextsModule } from '../contexts/contexts.module.js';
import { EnvironmentVariablesModule } from '../env-variables/environment-variables.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { EventsModule } from '../events/events.module.js';
import { Event, EventSchema } from '../events/store/event.schema.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { Run, RunSchema } from '../notifications/activity/run.schema.js';
import { Message, MessageSchema } from '../notifications/messages/message.schema.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { OutboundHttpModule } from '../platform/outbound-http/outbound-http.module.js';
import { PreferencesModule } from '../preferences/preferences.module.js';
import { Subscriber, SubscriberSchema } from '../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { TenantsModule } from '../contexts/tenants/tenants.module.js';
import { TopicsModule } from '../topics/topics.module.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { BridgeModule } from '../workflows/bridge/bridge.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AttachmentRelease } from './runs/attachment-release.service.js';
import { ChecksController } from './checks/checks.controller.js';
import { ChecksService } from './checks/checks.service.js';
import { TestSendsController } from './checks/test-sends/test-sends.controller.js';
import { TestSendsService } from './checks/test-sends/test-sends.service.js';
import { CancellationController } from './runs/cancellation/cancellation.controller.js';
import { CancellationService } from './runs/cancellation/cancellation.service.js';
import { RunCancellation } from './runs/cancellation/run-cancellation.service.js';
import { DeadLetterWaker } from './runs/replay/dead-letter-waker.js';
import { DeadLettersController } from './runs/replay/dead-letters.controller.js';
import { DeadLettersService } from './runs/replay/dead-letters.service.js';
import { DeliveryWorker, LowPriorityTurnProcessor, TurnProcessor } from './dispatch/delivery.worker.js';
import { TurnService } from './dispatch/turn.service.js';
import { DigestEvents } from './runs/digest/digest-events.js';
import { DigestWindowsService } from './runs/digest/digest-windows.service.js';
import {
  ClosedWindow,
  ClosedWindowSchema,
  Digest,
  DigestPage,
  DigestPageSchema,
  DigestSchema,
} from './runs/digest/digest.schema.js';
import { DigestHandover, DigestsService } from './runs/digest/digests.service.js';
import { RealEffects } from './runs/effects/real-effects.js';
import { EventDeliveryService } from './dispatch/event-delivery.service.js';
import { EventScopes } from './dispatch/event-scopes.service.js';
import { EnvironmentFactsService } from './runs/scopes/environment-facts.service.js';
import { RunCountingService } from './runs/execution/run-counting.service.js';
import { RunExecutionService } from './runs/execution/run-execution.service.js';
import { RunExecutor } from './runs/execution/run-executor.service.js';
import { RunStore } from './runs/execution/run-store.service.js';
import { SuppressedSteps } from './runs/execution/suppressed-steps.service.js';
import { RunScopesService } from './runs/scopes/run-scopes.service.js';
import { RecipientExpander } from './dispatch/expansion/recipient-expander.service.js';
import { TopicMembers } from './dispatch/expansion/topic-members.js';
import { IntegrationTestController } from './sending/integration-test/integration-test.controller.js';
import { IntegrationTestService } from './sending/integration-test/integration-test.service.js';
import { LayoutPreviewService } from './preview/layout-preview/layout-preview.service.js';
import { BlocksController, LayoutPreviewController, PreviewController } from './preview/preview.controller.js';
import { PreviewService } from './preview/preview.service.js';
import { IntegrationPace, IntegrationPaceSchema } from './sending/rates/integration-pace.schema.js';
import { IntegrationRates } from './sending/rates/integration-rates.service.js';
import { RenderingSourcesService } from './runs/scopes/rendering-sources.service.js';
import { ChannelSender } from './sending/channel-sender.js';
import { HttpCalls } from './sending/http-calls.js';
import { ProviderAccounts } from './sending/provider-accounts.js';
import { ProviderIO } from './sending/provider-io.js';
import { TrackedEmails } from './sending/tracking/tracked-emails.service.js';
import { SimulatedEvents, SimulatedMembers } from './preview/simulation/simulated-trigger.js';
import { SimulationController } from './preview/simulation/simulation.controller.js';
import { SimulationService } from './preview/simulation/simulation.service.js';
import { EventProgressStore } from './dispatch/event-progress.store.js';
import { EventCancellationStore } from './runs/cancellation/event-cancellation.store.js';
import { SuppressionGuard } from './runs/effects/suppression-guard.service.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { Sweeper } from './dispatch/sweeper.js';
import { Throttle, ThrottleSchema } from './runs/throttle/throttle.schema.js';
import { ThrottlesService } from './runs/throttle/throttles.service.js';
import { WaitCancellation } from './runs/waits/wait-cancellation.service.js';
import { RecoveredIntegrations } from './runs/waits/recovered-integrations.service.js';
import { WaitEvents } from './runs/signals/wait-events.service.js';
import { WaitSignals } from './runs/signals/wait-signals.service.js';
import { WaitEndings } from './runs/waits/wait-endings.service.js';
import { WaitsController } from './runs/waits/waits.controller.js';
import { WaitsService } from './runs/waits/waits.service.js';
import { WakeBatchService, WakeTasks } from './runs/waking/wake-batch.service.js';
import { Waker } from './runs/waking/waker.js';

@Module({
  imports: [
    ChannelsModule,
    ContextsModule,
    EnvironmentVariablesModule,
    EnvironmentsModule,
    AuthModule,
    EventsModule,
    IntegrationsModule,
    LayoutsModule,
    NotificationsModule,
    OutboundHttpModule,
    OutboundWebhooksModule,
    OutboxModule,
    PreferencesModule,
    SubscribersModule,
    SuppressionsModule,
    TenantsModule,
    TopicsModule,
    TranslationsModule,
    BridgeModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: ClosedWindow.name, schema: ClosedWindowSchema },
      { name: Context.name, schema: ContextSchema },
      { name: Digest.name, schema: DigestSchema },
      { name: DigestPage.name, schema: DigestPageSchema },
      { name: Event.name, schema: EventSchema },
      { name: IntegrationPace.name, schema: IntegrationPaceSchema },
      { name: Message.name, schema: MessageSchema },
      { name: Run.name, schema: RunSchema },
      { name: Subscriber.name, schema: SubscriberSchema },
      { name: Throttle.name, schema: ThrottleSchema },
    ]),
  ],
  controllers: [
    BlocksController,
    CancellationController,
    ChecksController,
    DeadLettersController,
    IntegrationTestController,
    LayoutPreviewController,
    PreviewController,
    SimulationController,
    TestSendsController,
    WaitsController,
  ],
  providers: [
    AttachmentRelease,
    CancellationService,
    ChannelSender,
    ChecksService,
    DeadLettersService,
    DeadLetterWaker,
    DeliveryWorker,
    LowPriorityTurnProcessor,
    TurnProcessor,
    TurnService,
    DigestEvents,
    DigestHandover,
    DigestsService,
    DigestWindowsService,
    EnvironmentFactsService,
    EventCancellationStore,
    EventDeliveryService,
    EventScopes,
    HttpCalls,
    EventProgressStore,
    IntegrationRates,
    IntegrationTestService,
    LayoutPreviewService,
    PreviewService,
    ProviderAccounts,
    ProviderIO,
    RealEffects,
    RecipientExpander,
    RecoveredIntegrations,
    RunCancellation,
    RenderingSourcesService,
    RunCountingService,
    RunExecutionService,
    RunExecutor,
    RunScopesService,
    SimulatedEvents,
    RunStore,
    SimulatedMembers,
    SimulationService,
    SuppressedSteps,
    SuppressionGuard,
    Sweeper,
    TestSendsService,
    ThrottlesService,
    TopicMembers,
    TrackedEmails,
    WaitCancellation,
    WaitEndings,
    WaitEvents,
    WaitSignals,
    WaitsService,
    WakeBatchService,
    Waker,
    WakeTasks,
  ],
  exports: [AttachmentRelease, ChannelSender, DeliveryWorker, ProviderAccounts, TrackedEmails],
})
export class DeliveryModule {}
