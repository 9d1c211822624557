import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { TranslationsModule } from '../translations/translations.module.js';
import { WorkflowControlsService } from './workflow-controls.service.js';
import { WorkflowLayoutsService } from './workflow-layouts.service.js';
import { WorkflowTagsService } from './workflow-tags.service.js';
import { Workflow, WorkflowSchema } from './workflow.schema.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [TranslationsModule, MongooseModule.forFeature([{ name: Workflow.name, schema: WorkflowSchema }])],
  controllers: [WorkflowsController],
  providers: [WorkflowControlsService, WorkflowLayoutsService, WorkflowTagsService, WorkflowsService],
  exports: [WorkflowControlsService, WorkflowLayoutsService, WorkflowTagsService, WorkflowsService],
})
export class WorkflowsModule {}
