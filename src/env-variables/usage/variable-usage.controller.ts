import { Controller, Get, Module, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuthModule } from '../../auth/auth.module.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { EnvironmentVariablesModule } from '../environment-variables.module.js';
import type { EnvironmentVariableUsageDto } from '../env-variables.dto.js';
import { VariableUsageService } from './variable-usage.service.js';

@ApiTags('Environment variables')
@Controller('v1/environment-variables')
export class VariableUsageController {
  constructor(private readonly usage: VariableUsageService) {}

  /**
   * List the uses of a variable
   *
   * The workflows, in any environment of the organization, with a step whose texts or conditions use it. One that picks
   * variables by a name it makes up while it is rendered is among them.
   */
  @Get(':variableKey/usage')
  async find(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('variableKey') variableKey: string,
  ): Promise<EnvironmentVariableUsageDto> {
    return this.usage.find(caller, variableKey);
  }
}

@Module({
  imports: [AuthModule, EnvironmentsModule, EnvironmentVariablesModule, WorkflowsModule],
  controllers: [VariableUsageController],
  providers: [VariableUsageService],
})
export class VariableUsageModule {}
