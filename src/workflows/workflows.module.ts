import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { TranslationsModule } from '../translations/translations.module.js';
import { AuthoredWorkflows } from './authored-workflows.service.js';
import { WorkflowVersion, WorkflowVersionSchema } from './versions/workflow-version.schema.js';
import { WorkflowVersionsService } from './versions/workflow-versions.service.js';
import { WorkflowControlsService } from './workflow-controls.service.js';
import { WorkflowLayoutsService } from './workflow-layouts.service.js';
import { WorkflowTagsService } from './workflow-tags.service.js';
import { Workflow, WorkflowSchema } from './workflow.schema.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [
    TranslationsModule,
    MongooseModule.forFeature([
      { name: Workflow.name, schema: WorkflowSchema },
      { name: WorkflowVersion.name, schema: WorkflowVersionSchema },
    ]),
  ],
  controllers: [WorkflowsController],
  providers: [
    AuthoredWorkflows,
    WorkflowControlsService,
    WorkflowLayoutsService,
    WorkflowTagsService,
    WorkflowVersionsService,
    WorkflowsService,
  ],
  exports: [AuthoredWorkflows, WorkflowControlsService, WorkflowLayoutsService, WorkflowTagsService, WorkflowsService],
})
export class WorkflowsModule {}
