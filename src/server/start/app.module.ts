import { type DynamicModule, Module } from '@nestjs/common';
import { BootstrapModule } from '../bootstrap/bootstrap.service.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { OidcSettingsModule } from '../../accounts/oidc/oidc-settings.js';
import { AssetsModule } from '../../assets/assets.module.js';
import { ChannelsModule } from '../../channels/channels.module.js';
import { ClockModule } from '../../platform/clock.js';
import { ComputationModule } from '../../platform/computation/computation.service.js';
import type { Config } from '../../platform/config/config.js';
import { ConfigModule } from '../../platform/config/config.module.js';
import { ContextsModule } from '../../contexts/contexts.module.js';
import { CryptoModule } from '../../platform/crypto/crypto.module.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { EngagementModule } from '../../delivery/engagement/engagement.module.js';
import { EnvironmentVariablesModule } from '../../env-variables/environment-variables.module.js';
import { VariableUsageModule } from '../../env-variables/usage/variable-usage.controller.js';
import { EnvironmentDeletionModule } from '../../erasure/environments/environment-deletion.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { EnvironmentTagsModule } from '../../workflows/environment-tags.controller.js';
import { EventsModule } from '../../events/events.module.js';
import { HealthModule } from '../health/health.controller.js';
import { InboxDemoModule } from '../../pages/pages.module.js';
import { servesInboxDemo } from '../../auth/guests/guest-access.js';
import { InboxWidgetModule } from '../../inbox/widget/inbox-widget.module.js';
import { LiveModule } from '../../inbox/live/live.module.js';
import { IdempotencyModule } from '../idempotency/idempotency-keys.js';
import { InboundMessagesModule } from '../../inbound-messages/inbound-sms.controller.js';
import { InboundWebhooksModule } from '../../notifications/reports/inbound-webhooks.controller.js';
import { LayoutsModule } from '../../layouts/layouts.module.js';
import { TranslationsModule } from '../../translations/translations.module.js';
import { LegacyModule } from '../../legacy/legacy.module.js';
import { LoggingModule } from '../../platform/logging/logger.js';
import { MetricsModule } from '../../platform/metrics/metrics.js';
import { ScrapingModule } from '../metrics/scraping.service.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { OutboundWebhooksModule } from '../../outbound-webhooks/outbound-webhooks.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { Tracing, TracingModule } from '../../platform/tracing/tracing.js';
import { runMigrations } from '../migrations.js';
import { assertNotMoved } from '../move/move-marks.js';
import { PersistenceModule } from '../../platform/persistence/persistence.module.js';
import { PreferencePageModule } from '../../pages/choices/preference-page.module.js';
import { PreferencesModule } from '../../preferences/preferences.module.js';
import { PromotionModule } from '../../promotion/promotion.module.js';
import type { QueueConnection } from '../../platform/queue/bull-classes.js';
import { QueueModule } from '../../platform/queue/queue.module.js';
import { PersonalDataModule } from '../../erasure/subscribers/personal-data.module.js';
import { StorageModule } from '../stored/storage.controller.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { TenantsModule } from '../../contexts/tenants/tenants.module.js';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { TopicsModule } from '../../topics/topics.module.js';
import { BridgeModule } from '../../workflows/bridge/bridge.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';

/** The base of the application: settings, and the servers it uses, embedded or not. */
export interface Foundation {
  config: Config;
  mongodbUri: string;
  queue: QueueConnection;
  secretKey: string;
  /** Default: no spans are recorded. */
  tracing?: Tracing;
}

/** Brings the store into the form of this release; refuses a store that this release cannot use. */
async function migrate(...[connection, changed]: Parameters<typeof runMigrations>): Promise<void> {
  await assertNotMoved(connection);
  await runMigrations(connection, changed);
}

@Module({})
export class AppModule {
  static forRoot({ config, mongodbUri, queue, secretKey, tracing = new Tracing() }: Foundation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        ClockModule,
        LoggingModule,
        MetricsModule,
        TracingModule.forRoot(tracing),
        ComputationModule,
        CryptoModule.forRoot(secretKey, config.secretKeyPrevious),
        PersistenceModule.forRoot(mongodbUri, migrate),
        QueueModule.forRoot(queue),
        AccountsModule,
        AssetsModule,
        OidcSettingsModule.forRoot(config),
        BootstrapModule,
        ChannelsModule,
        ContextsModule,
        EventsModule,
        DeliveryModule,
        EngagementModule,
        EnvironmentDeletionModule,
        AuditModule,
        AuthModule,
        EnvironmentsModule,
        EnvironmentTagsModule,
        EnvironmentVariablesModule,
        HealthModule,
        ScrapingModule,
        ...(servesInboxDemo(config) ? [InboxDemoModule] : []),
        InboxWidgetModule,
        LiveModule,
        IdempotencyModule,
        InboundMessagesModule,
        InboundWebhooksModule,
        LayoutsModule,
        LegacyModule,
        NotificationsModule,
        OutboundWebhooksModule,
        OutboxModule,
        PersonalDataModule,
        PreferencePageModule,
        PreferencesModule,
        PromotionModule,
        StorageModule,
        SubscribersModule,
        TenantsModule,
        VariableUsageModule,
        SuppressionsModule,
        TopicsModule,
        TranslationsModule,
        BridgeModule,
        WorkflowsModule,
      ],
    };
  }
}
