import { Body, Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { type CheckResultDto, CheckWorkflowDto } from './checks.dto.js';
import { ChecksService } from './checks.service.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v2/workflows')
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  /**
   * Check a workflow
   *
   * Finds what its readers would stumble over: unknown variables, links that lead nowhere, images without alternative text,
   * low contrast, large emails, a missing link to unsubscribe, channels without a provider, missing translations, and all
   * issues of its steps. It checks the stored workflow or a `draft`, rendered with sample data. Nothing is stored or sent,
   * and no link is opened. A draft that an update would refuse is refused here, too; one of an unknown workflow is checked as
   * a new one.
   */
  @Post(':workflowId/check')
  @Requires('workflows:read')
  @HttpCode(HttpStatus.OK)
  check(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Body() request: CheckWorkflowDto,
  ): Promise<CheckResultDto> {
    return this.checks.check(environment, workflowId, request);
  }
}
