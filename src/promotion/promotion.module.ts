import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { DefinitionIssues } from './definition-issues.service.js';
import { DefinitionsService } from './definitions.service.js';
import { DefinitionsController } from './import/definitions.controller.js';
import { DefinitionImportService } from './import/definition-import.service.js';
import { PromotionController } from './promotion.controller.js';
import { PromotionService } from './promotion.service.js';
import { BrandPublisher } from './publish/brand-publisher.service.js';
import { DefinitionWriter } from './publish/definition-writer.service.js';
import { Publisher } from './publish/publisher.service.js';
import { WorkflowSyncController } from './workflow-sync.controller.js';

@Module({
  imports: [AssetsModule, AuthModule, EnvironmentsModule, LayoutsModule, TranslationsModule, WorkflowsModule],
  controllers: [DefinitionsController, PromotionController, WorkflowSyncController],
  providers: [
    BrandPublisher,
    DefinitionIssues,
    DefinitionWriter,
    DefinitionsService,
    DefinitionImportService,
    PromotionService,
    Publisher,
  ],
})
export class PromotionModule {}
