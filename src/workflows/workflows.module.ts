import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { WorkflowControlsService } from './workflow-controls.service.js';
import { WorkflowTagsService } from './workflow-tags.service.js';
import { Workflow, WorkflowSchema } from './workflow.schema.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Workflow.name, schema: WorkflowSchema }])],
  controllers: [WorkflowsController],
  providers: [WorkflowControlsService, WorkflowTagsService, WorkflowsService],
  exports: [WorkflowControlsService, WorkflowTagsService, WorkflowsService],
})
export class WorkflowsModule {}
