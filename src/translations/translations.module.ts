import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthoredTranslations } from './authored-translations.service.js';
import { Translation, TranslationSchema } from './translation.schema.js';
import { TranslationChangesService } from './translation-changes.service.js';
import { TranslationsService } from './translations.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Translation.name, schema: TranslationSchema }])],
  providers: [AuthoredTranslations, TranslationChangesService, TranslationsService],
  exports: [AuthoredTranslations, TranslationChangesService, TranslationsService],
})
export class TranslationsModule {}
