import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { AuthoredWorkflows } from './authored-workflows.service.js';
import { WorkflowView } from './dto/workflow-view.js';
import { WorkflowVersion, WorkflowVersionSchema } from './versions/workflow-version.schema.js';
import { WorkflowSavesService } from './versions/workflow-saves.service.js';
import { WorkflowVersionsService } from './versions/workflow-versions.service.js';
import { LastTriggersService } from './last-triggers.service.js';
import { WorkflowControlsService } from './workflow-controls.service.js';
import { WorkflowLayoutsService } from './workflow-layouts.service.js';
import { WorkflowTagsService } from './workflow-tags.service.js';
import { Workflow, WorkflowSchema } from './workflow.schema.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [
    EnvironmentsModule,
    IntegrationsModule,
    TranslationsModule,
    MongooseModule.forFeature([
      { name: Workflow.name, schema: WorkflowSchema },
      { name: WorkflowVersion.name, schema: WorkflowVersionSchema },
    ]),
  ],
  controllers: [WorkflowsController],
  providers: [
    AuthoredWorkflows,
    LastTriggersService,
    WorkflowControlsService,
    WorkflowLayoutsService,
    WorkflowTagsService,
    WorkflowSavesService,
    WorkflowVersionsService,
    WorkflowView,
    WorkflowsService,
  ],
  exports: [
    AuthoredWorkflows,
    LastTriggersService,
    WorkflowControlsService,
    WorkflowLayoutsService,
    WorkflowTagsService,
    WorkflowView,
    WorkflowsService,
  ],
})
export class WorkflowsModule {}
