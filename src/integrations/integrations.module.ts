import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Environment, EnvironmentSchema } from '../auth/environment.schema.js';
import { AutoConfigureService } from './auto-configure.service.js';
import { IntegrationView } from './integration-view.js';
import { InAppIntegrationService } from './in-app-integration.service.js';
import { IntegrationAccess } from './integration-access.service.js';
import { IntegrationChangesService } from './integration-changes.service.js';
import { Integration, IntegrationSchema } from './integration.schema.js';
import { IntegrationsController } from './integrations.controller.js';
import { IntegrationsService } from './integrations.service.js';
import { OutboxIntegrations } from './outbox-integrations.service.js';
import { PrimaryIntegrationService } from './primary-integration.service.js';
import { KeyedMutex } from '../platform/keyed-mutex.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Integration.name, schema: IntegrationSchema },
      // For their look-up only: the module of environments needs this one.
      { name: Environment.name, schema: EnvironmentSchema },
    ]),
  ],
  controllers: [IntegrationsController],
  providers: [
    AutoConfigureService,
    InAppIntegrationService,
    IntegrationAccess,
    IntegrationsService,
    IntegrationChangesService,
    OutboxIntegrations,
    PrimaryIntegrationService,
    KeyedMutex,
    IntegrationView,
  ],
  exports: [InAppIntegrationService, IntegrationAccess, IntegrationsService, MongooseModule, OutboxIntegrations],
})
export class IntegrationsModule {}
