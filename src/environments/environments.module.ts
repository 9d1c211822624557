import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { ApiKeysService } from '../auth/api-keys.service.js';
import { CredentialCaches } from '../auth/credential-caches.service.js';
import { EnvironmentLookup } from '../auth/environment-lookup.service.js';
import { Environment, EnvironmentSchema } from '../auth/environment.schema.js';
import { EnvironmentsController } from './environments.controller.js';
import { EnvironmentsService } from './environments.service.js';

@Module({
  imports: [IntegrationsModule, MongooseModule.forFeature([{ name: Environment.name, schema: EnvironmentSchema }])],
  controllers: [EnvironmentsController],
  providers: [
    ApiKeyGuard,
    ApiKeysService,
    CredentialCaches,
    EnvironmentLookup,
    EnvironmentsService,
    { provide: APP_GUARD, useExisting: ApiKeyGuard },
  ],
  exports: [ApiKeysService, CredentialCaches, EnvironmentLookup, EnvironmentsService, MongooseModule],
})
export class EnvironmentsModule {}
