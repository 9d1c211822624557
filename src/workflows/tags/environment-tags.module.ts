import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { EnvironmentTagsController } from './environment-tags.controller.js';

@Module({ imports: [EnvironmentsModule, WorkflowsModule], controllers: [EnvironmentTagsController] })
export class EnvironmentTagsModule {}
