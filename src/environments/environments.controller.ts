import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnvironment } from './current-environment.decorator.js';
import type { EnvironmentDto } from './dto/environment.dto.js';
import type { EnvironmentRef } from './environment-ref.js';
import { EnvironmentsService } from './environments.service.js';

@ApiTags('Environments')
@Controller('v1/environments')
export class EnvironmentsController {
  constructor(private readonly environments: EnvironmentsService) {}

  /**
   * List environments
   *
   * All environments of the organization. API keys are shown for the environment of the calling key only.
   */
  @Get()
  async list(@CurrentEnvironment() environment: EnvironmentRef): Promise<EnvironmentDto[]> {
    return this.environments.list(environment);
  }
}
