import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { EnvironmentVariablesModule } from '../environment-variables.module.js';
import { VariableUsageController } from './variable-usage.controller.js';
import { VariableUsageService } from './variable-usage.service.js';

@Module({
  imports: [AuthModule, EnvironmentsModule, EnvironmentVariablesModule, WorkflowsModule],
  controllers: [VariableUsageController],
  providers: [VariableUsageService],
})
export class VariableUsageModule {}
