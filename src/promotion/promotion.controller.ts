import { Body, Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../auth/access.guard.js';
import { ErrorDto } from '../platform/errors/error.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { DiffEnvironmentRequestDto, type EnvironmentDiffDto } from './diff.dto.js';
import { PublishEnvironmentRequestDto, type PublishResultDto } from './publish.dto.js';
import { PromotionService } from './promotion.service.js';

@ApiTags('Environments')
@Access('environments')
@Controller('v2/environments')
export class PromotionController {
  constructor(private readonly promotion: PromotionService) {}

  /**
   * Compare two environments
   *
   * The changes that publishing would make in the environment of the path. They are the fields and steps of each
   * workflow and layout that differs, and for workflows the layouts they need. Ids and dates do not count, nor does
   * which layout is the default. `issues` are what would keep the published workflows from being delivered as they are
   * written.
   */
  @Post(':targetEnvironmentId/diff')
  @Requires('workflows:read')
  @HttpCode(HttpStatus.OK)
  async diff(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('targetEnvironmentId') targetEnvironmentId: string,
    @Body() request: DiffEnvironmentRequestDto,
  ): Promise<EnvironmentDiffDto> {
    return this.promotion.diff(caller, targetEnvironmentId, request);
  }

  /**
   * Publish to an environment
   *
   * Makes workflows and layouts of the environment of the path what they are in the source, with their translations. A
   * protected environment takes a key of its own; with `dryRun` any will do. Resources that are already equal are not
   * saved again. Each is replaced as a whole, layouts before the workflows that need them. One that fails is reported
   * and stays as it was, and repeating the request does the rest. Waiting runs continue with the version they began
   * with. Without `resources` everything of the source is published, and what only the target has stays; it is deleted
   * when `resources` names it.
   */
  @Post(':targetEnvironmentId/publish')
  @Requires('environments:publish')
  @HttpCode(HttpStatus.OK)
  @ApiForbiddenResponse({ type: ErrorDto, description: 'Another environment is protected.' })
  async publish(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('targetEnvironmentId') targetEnvironmentId: string,
    @Body() request: PublishEnvironmentRequestDto,
  ): Promise<PublishResultDto> {
    return this.promotion.publish(caller, targetEnvironmentId, request);
  }
}
