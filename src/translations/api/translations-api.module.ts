import { Module } from '@nestjs/common';
import { LayoutsModule } from '../../layouts/layouts.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { TranslationsModule } from '../translations.module.js';
import { LocaleSettingsController } from './locale-settings.controller.js';
import { MasterJsonService } from './master-json.service.js';
import { TranslatedResourcesService } from './translated-resources.service.js';
import { TranslationEditingService } from './translation-editing.service.js';
import { TranslationFilesController } from './translation-files.controller.js';
import { TranslationUploadsService } from './translation-uploads.service.js';
import { TranslationsController } from './translations.controller.js';

/** The routes of translations. Apart from the translations themselves, which workflows and layouts need. */
@Module({
  imports: [LayoutsModule, TranslationsModule, WorkflowsModule],
  // Files first: their paths would fit the others' parameters.
  controllers: [LocaleSettingsController, TranslationFilesController, TranslationsController],
  providers: [MasterJsonService, TranslatedResourcesService, TranslationEditingService, TranslationUploadsService],
})
export class TranslationsApiModule {}
