import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { AuthoredWorkflows } from './authored-workflows.service.js';
import { WorkflowView } from './workflow-view.js';
import { WorkflowRelease, WorkflowReleaseSchema } from './releases/workflow-release.schema.js';
import { WorkflowHistory } from './releases/workflow-history.service.js';
import { WorkflowVersion, WorkflowVersionSchema } from './releases/workflow-version.schema.js';
import { WorkflowVersionsController } from './releases/workflow-versions.controller.js';
import { WorkflowVersionsService } from './releases/workflow-versions.service.js';
import { TemplatesController } from './templates/templates.controller.js';
import { TemplatesService } from './templates/templates.service.js';
import { LastTriggersService } from './last-triggers.service.js';
import { WorkflowChangesService } from './workflow-changes.service.js';
import { Workflow, WorkflowSchema } from './workflow.schema.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [
    AuthModule,
    EnvironmentsModule,
    IntegrationsModule,
    OutboundWebhooksModule,
    MongooseModule.forFeature([
      { name: Workflow.name, schema: WorkflowSchema },
      { name: WorkflowRelease.name, schema: WorkflowReleaseSchema },
      { name: WorkflowVersion.name, schema: WorkflowVersionSchema },
    ]),
  ],
  controllers: [TemplatesController, WorkflowsController, WorkflowVersionsController],
  providers: [
    AuthoredWorkflows,
    LastTriggersService,
    TemplatesService,
    WorkflowChangesService,
    WorkflowHistory,
    WorkflowVersionsService,
    WorkflowView,
    WorkflowsService,
  ],
  exports: [AuthoredWorkflows, LastTriggersService, WorkflowChangesService, WorkflowView, WorkflowsService],
})
export class WorkflowsModule {}
