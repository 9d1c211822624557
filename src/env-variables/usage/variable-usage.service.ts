import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Computation } from '../../platform/computation/computation.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { AuthoredWorkflows } from '../../workflows/authored-workflows.service.js';
import { VariableDefinitionsService } from '../variable-definitions.service.js';
import { mentionsVariableTask } from './mentions-variable.js';
import type { EnvironmentVariableUsageDto, EnvironmentVariableWorkflowDto } from '../env-variables.dto.js';

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
   * The workflows that use the variable, in all environments, because it may have values in all of them; one that is in
   * several environments with the same name is listed once. Throws 404 when there is no such variable.
   */
  async find(caller: EnvironmentRef, variableKey: string): Promise<EnvironmentVariableUsageDto> {
    const { key } = await this.variables.findOrFail(caller, variableKey);
    const environmentIds = [...(await this.environments.mapById(caller)).keys()].map((id) => new Types.ObjectId(id));
    const work = { environmentId: caller.id.toHexString(), urgent: true };
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
