import { Controller, Get, Module, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { AuthModule } from '../auth/auth.module.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { assertMayIn } from '../auth/may-write.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import { AuthoredWorkflows } from './authored-workflows.service.js';
import { WorkflowsModule } from './workflows.module.js';
import type { EnvironmentTagDto } from './workflow-list.dto.js';

@ApiTags('Environments')
@Access('workflows')
@Controller('v2/environments')
export class EnvironmentTagsController {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly workflows: AuthoredWorkflows,
  ) {}

  /**
   * List tags
   *
   * The tags of all workflows of an environment, each once, in alphabetical order. The environment is any of the
   * organization, by its internal id, slug or identifier.
   */
  @Get(':environmentId/tags')
  async list(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
  ): Promise<EnvironmentTagDto[]> {
    const environment = await this.environments.findOrFail(caller, environmentId);
    assertMayIn(caller, environment, 'workflows:read');
    return (await this.workflows.findTags({ id: environment._id })).map((name) => ({ name }));
  }
}

@Module({ imports: [AuthModule, EnvironmentsModule, WorkflowsModule], controllers: [EnvironmentTagsController] })
export class EnvironmentTagsModule {}
