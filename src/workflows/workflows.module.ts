import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { WebhookRecordingModule } from '../outbound-webhooks/recording/webhook-recording.module.js';
import { AuthoredWorkflows } from './authored-workflows.service.js';
import { WorkflowView } from './workflow-view.js';
import { WorkflowRelease, WorkflowReleaseSchema } from './releases/workflow-release.schema.js';
import { WorkflowSavesService } from './releases/workflow-saves.service.js';
import { WorkflowReleasesService } from './releases/workflow-releases.service.js';
import { LastTriggersService } from './last-triggers.service.js';
import { WorkflowChangesService } from './workflow-changes.service.js';
import { WorkflowControlsService } from './workflow-controls.service.js';
import { WorkflowLayoutsService } from './workflow-layouts.service.js';
import { WorkflowTagsService } from './workflow-tags.service.js';
import { Workflow, WorkflowSchema } from './workflow.schema.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [
    AuthModule,
    EnvironmentsModule,
    IntegrationsModule,
    WebhookRecordingModule,
    MongooseModule.forFeature([
      { name: Workflow.name, schema: WorkflowSchema },
      { name: WorkflowRelease.name, schema: WorkflowReleaseSchema },
    ]),
  ],
  controllers: [WorkflowsController],
  providers: [
    AuthoredWorkflows,
    LastTriggersService,
    WorkflowChangesService,
    WorkflowControlsService,
    WorkflowLayoutsService,
    WorkflowTagsService,
    WorkflowSavesService,
    WorkflowReleasesService,
    WorkflowView,
    WorkflowsService,
  ],
  exports: [
    AuthoredWorkflows,
    LastTriggersService,
    WorkflowChangesService,
    WorkflowControlsService,
    WorkflowLayoutsService,
    WorkflowTagsService,
    WorkflowView,
    WorkflowsService,
  ],
})
export class WorkflowsModule {}
