import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { LocaleSettingsController } from './api/locale-settings.controller.js';
import { MasterJsonService } from './api/master-json.service.js';
import { TranslatedResourcesService } from './api/translated-resources.service.js';
import { TranslationEditingService } from './api/translation-editing.service.js';
import { TranslationFilesController } from './api/translation-files.controller.js';
import { TranslationUploadsService } from './api/translation-uploads.service.js';
import { TranslationsController } from './api/translations.controller.js';
import { AuthoredTranslations } from './authored-translations.service.js';
import { TranslationCascade } from './translation-cascade.service.js';
import { TranslationChangesService } from './translation-changes.service.js';
import { Translation, TranslationSchema } from './translation.schema.js';
import { TranslationsService } from './translations.service.js';

@Module({
  imports: [
    LayoutsModule,
    WorkflowsModule,
    MongooseModule.forFeature([{ name: Translation.name, schema: TranslationSchema }]),
  ],
  // Files first: their paths would fit the others' parameters.
  controllers: [LocaleSettingsController, TranslationFilesController, TranslationsController],
  providers: [
    AuthoredTranslations,
    MasterJsonService,
    TranslatedResourcesService,
    TranslationCascade,
    TranslationChangesService,
    TranslationEditingService,
    TranslationUploadsService,
    TranslationsService,
  ],
  exports: [AuthoredTranslations, TranslationChangesService, TranslationsService],
})
export class TranslationsModule {}
