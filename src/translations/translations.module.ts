import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { LocaleSettingsController } from './api/locale-settings.controller.js';
import { TranslationFilesService } from './api/translation-files.service.js';
import { TranslatedResourcesService } from './api/translated-resources.service.js';
import { TranslationEditingService } from './api/translation-editing.service.js';
import { TextExtractionService } from './api/text-extraction.service.js';
import { TranslationSheetsController } from './api/translation-sheets.controller.js';
import { TranslationSheetsService } from './api/translation-sheets.service.js';
import { TranslationTableService } from './api/translation-table.service.js';
import { TranslationFilesController } from './api/translation-files.controller.js';
import { TranslationsController } from './api/translations.controller.js';
import { TranslationChangesService } from './translation-changes.service.js';
import { Translation, TranslationSchema } from './translation.schema.js';
import { TranslationsService } from './translations.service.js';

@Module({
  imports: [
    LayoutsModule,
    WorkflowsModule,
    MongooseModule.forFeature([{ name: Translation.name, schema: TranslationSchema }]),
  ],
  // Files first: their paths would match the parameters of the others.
  controllers: [
    LocaleSettingsController,
    TranslationFilesController,
    TranslationSheetsController,
    TranslationsController,
  ],
  providers: [
    TranslatedResourcesService,
    TranslationChangesService,
    TranslationEditingService,
    TranslationFilesService,
    TextExtractionService,
    TranslationSheetsService,
    TranslationTableService,
    TranslationsService,
  ],
  exports: [TranslationChangesService, TranslationsService],
})
export class TranslationsModule {}
