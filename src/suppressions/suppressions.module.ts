import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SuppressionFilesService } from './suppression-files.service.js';
import { SuppressionLists } from './suppression-lists.service.js';
import { Suppression, SuppressionSchema } from './suppression.schema.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsService } from './suppressions.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Suppression.name, schema: SuppressionSchema }])],
  controllers: [SuppressionsController],
  providers: [SuppressionFilesService, SuppressionLists, SuppressionsService],
  exports: [SuppressionLists, SuppressionsService],
})
export class SuppressionsModule {}
