import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { EnvironmentTagsController } from './environment-tags.controller.js';

@Module({ imports: [AuthModule, EnvironmentsModule, WorkflowsModule], controllers: [EnvironmentTagsController] })
export class EnvironmentTagsModule {}
