import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { InAppIntegrationService } from './in-app-integration.service.js';
import { Integration, IntegrationSchema } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Integration.name, schema: IntegrationSchema }])],
  providers: [InAppIntegrationService, IntegrationsService],
  exports: [InAppIntegrationService, IntegrationsService, MongooseModule],
})
export class IntegrationsModule {}
