import { Body, Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { type TestResultDto, TestWorkflowDto } from './test-sends.dto.js';
import { TestSendsService } from './test-sends.service.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v2/workflows')
export class TestSendsController {
  constructor(private readonly tests: TestSendsService) {}

  /**
   * Send a test
   *
   * Sends the stored workflow or a `draft` to chosen subscribers at once, and returns what the providers said. The workflow
   * need not be active, and nothing of it is saved. A test honors conditions and the suppression list; preferences, quiet
   * hours, caps and rates do not keep it back. Waits take no time, a digest holds this one event, HTTP requests are not made,
   * and nothing is tried twice. The activity shows it as a test; charts do not count it. A `draft` requires
   * `workflows:write`, too.
   */
  @Post(':workflowId/test')
  @Requires('events:write')
  @HttpCode(HttpStatus.OK)
  test(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Body() request: TestWorkflowDto,
  ): Promise<TestResultDto> {
    return this.tests.send(environment, workflowId, request);
  }
}
