import { Body, Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../../auth/access.guard.js';
import { ErrorDto } from '../../../platform/errors/error.dto.js';
import { ObjectIdPipe } from '../../../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { type IntegrationTestDto, TestIntegrationDto } from './integration-test.dto.js';
import { IntegrationTestService } from './integration-test.service.js';

@ApiTags('Integrations')
@Access('integrations')
@Controller('v1/integrations')
export class IntegrationTestController {
  constructor(private readonly tests: IntegrationTestService) {}

  /**
   * Test an integration
   *
   * Signs in, where the provider can be asked for that alone, and sends a short message to the address that is named, over
   * the same way as a delivery, also when the integration is switched off. The response is what the provider said: 200 with
   * `success` false when it refused. It comes within the time a provider has for a message (`SEND_TIMEOUT_SECONDS`).
   * Nothing of it shows in the activity. An integration that nothing is sent through is 422; while it is being tested, 409; above
   * `INTEGRATION_TESTS_PER_HOUR`, 429.
   */
  @Post(':integrationId/test')
  @HttpCode(HttpStatus.OK)
  @ApiForbiddenResponse({ type: ErrorDto, description: 'It belongs to another environment, which is protected.' })
  test(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationId', new ObjectIdPipe('Integration')) integrationId: Types.ObjectId,
    @Body() request: TestIntegrationDto,
  ): Promise<IntegrationTestDto> {
    return this.tests.test(environment, integrationId, request);
  }
}
