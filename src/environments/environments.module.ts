import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { ApiKeyGuard } from './api-keys/api-key.guard.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { Environment, EnvironmentSchema } from './environment.schema.js';
import { EnvironmentsController } from './environments.controller.js';
import { EnvironmentsService } from './environments.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Environment.name, schema: EnvironmentSchema }])],
  controllers: [EnvironmentsController],
  providers: [EnvironmentsService, ApiKeysService, { provide: APP_GUARD, useClass: ApiKeyGuard }],
  exports: [MongooseModule],
})
export class EnvironmentsModule {}
