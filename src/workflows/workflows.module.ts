import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { AuthoredWorkflows } from './authored-workflows.service.js';
import { WorkflowView } from './workflow-view.js';
import { WorkflowRelease, WorkflowReleaseSchema } from './releases/workflow-release.schema.js';
import { WorkflowVersionsService } from './releases/workflow-versions.service.js';
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
    ]),
  ],
  controllers: [WorkflowsController],
  providers: [
    AuthoredWorkflows,
    LastTriggersService,
    WorkflowChangesService,
    WorkflowVersionsService,
    WorkflowView,
    WorkflowsService,
  ],
  exports: [AuthoredWorkflows, LastTriggersService, WorkflowChangesService, WorkflowView, WorkflowsService],
})
export class WorkflowsModule {}
