import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { Environment, EnvironmentSchema } from '../auth/environment.schema.js';
import { IntegrationChangesService } from './integration-changes.service.js';
import { IntegrationHealth } from './integration-health.service.js';
import { InAppIntegrationService, OutboxIntegrations } from './starter-integrations.service.js';
import { IntegrationAccess, IntegrationsService } from './integrations.service.js';
import { Integration, IntegrationSchema } from './integration.schema.js';
import { IntegrationsController } from './integrations.controller.js';
import { PrimaryIntegrationService } from './primary-integration.service.js';
import { RenewedCredentials } from './renewed-credentials.service.js';
import { KeyedMutex } from '../platform/scheduling/keyed-semaphore.js';

@Module({
  imports: [
    OutboundWebhooksModule,
    MongooseModule.forFeature([
      { name: Integration.name, schema: IntegrationSchema },
      // Only for lookups: the module of environments imports this one.
      { name: Environment.name, schema: EnvironmentSchema },
    ]),
  ],
  controllers: [IntegrationsController],
  providers: [
    InAppIntegrationService,
    IntegrationAccess,
    IntegrationHealth,
    IntegrationsService,
    IntegrationChangesService,
    OutboxIntegrations,
    PrimaryIntegrationService,
    RenewedCredentials,
    KeyedMutex,
  ],
  exports: [
    InAppIntegrationService,
    IntegrationAccess,
    IntegrationHealth,
    IntegrationsService,
    MongooseModule,
    OutboxIntegrations,
    RenewedCredentials,
  ],
})
export class IntegrationsModule {}
