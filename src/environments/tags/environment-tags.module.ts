import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { EnvironmentsModule } from '../environments.module.js';
import { EnvironmentTagsController } from './environment-tags.controller.js';

@Module({ imports: [EnvironmentsModule, WorkflowsModule], controllers: [EnvironmentTagsController] })
export class EnvironmentTagsModule {}
