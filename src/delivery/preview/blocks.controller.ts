import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { blocksHtmlTask } from '../../platform/computation/rendering.tasks.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type BlocksHtmlDto, BlocksRequestDto } from './preview.dto.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v1/blocks')
export class BlocksController {
  constructor(private readonly computation: Computation) {}

  /**
   * Write blocks as HTML
   *
   * Returns the body of an email or a layout that is a document of blocks as the HTML template that it is rendered by. With
   * `editorType` `html` it sends the same email, and is edited as HTML from then on. There is no way back. Nothing is stored.
   */
  @Post('html')
  @Requires('workflows:read')
  async html(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { body, document = true }: BlocksRequestDto,
  ): Promise<BlocksHtmlDto> {
    const work = { environmentId: environment.id.toHexString(), urgent: true };
    const written = await this.computation.run(blocksHtmlTask, { body, document }, work);
    if ('failure' in written) throw ValidationException.of('body', written.failure);
    return written;
  }
}
