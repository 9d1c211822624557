import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { BrandController, BrandService } from './brand.controller.js';
import { EnvironmentsController } from './environments.controller.js';
import { EnvironmentsService } from './environments.service.js';

@Module({
  imports: [AuthModule, IntegrationsModule],
  controllers: [ApiKeysController, BrandController, EnvironmentsController],
  providers: [ApiKeysService, BrandService, EnvironmentsService],
  exports: [BrandService, EnvironmentsService],
})
export class EnvironmentsModule {}
