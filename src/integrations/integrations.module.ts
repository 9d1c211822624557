import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Integration, IntegrationSchema } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Integration.name, schema: IntegrationSchema }])],
  providers: [IntegrationsService],
  exports: [IntegrationsService, MongooseModule],
})
export class IntegrationsModule {}
