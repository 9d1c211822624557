import { Controller, Get, Injectable, Module, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { AuthModule } from '../../auth/auth.module.js';
import { CurrentEnvironment, type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { AuthoredWorkflows } from '../../workflows/authored-workflows.service.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import type { EnvironmentVariableUsageDto, EnvironmentVariableWorkflowDto } from '../env-variables.dto.js';
import { EnvironmentVariablesModule } from '../environment-variables.module.js';
import { VariableDefinitionsService } from '../variable-definitions.service.js';
import { mentionsVariableTask } from './mentions-variable.js';

/** Finds the workflows that use a variable. */
@Injectable()
export class VariableUsageService {
  constructor(
    private readonly variables: VariableDefinitionsService,
    private readonly environments: EnvironmentsService,
    private readonly workflows: AuthoredWorkflows,
    private readonly computation: Computation,
  ) {}

  /**
   * The workflows that use the variable, in all environments, because it may have values in all of them. A workflow
   * that is in several environments with the same name is listed once. Throws 404 when there is no such variable.
   */
  async find(caller: EnvironmentRef, variableKey: string): Promise<EnvironmentVariableUsageDto> {
    const { key } = await this.variables.findOrFail(caller, variableKey);
    const environmentIds = [...(await this.environments.mapById(caller)).values()]
      .map(({ _id }) => _id)
      .filter((id) => mayIn({ id, caller: caller.caller }, 'variables:read'));
    const work = { environmentId: caller.id, urgent: true };
    const users = new Map<string, EnvironmentVariableWorkflowDto>();
    for await (const { workflowId, name, controls } of this.workflows.findControls(environmentIds)) {
      const known = JSON.stringify([workflowId, name]);
      if (users.has(known)) continue;
      if (await this.computation.run(mentionsVariableTask, { controls, key }, work))
        users.set(known, { name, workflowId });
    }
    return { workflows: [...users.values()].toSorted((a, b) => a.workflowId.localeCompare(b.workflowId, 'en')) };
  }
}

@ApiTags('Environment variables')
@Access('variables')
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
