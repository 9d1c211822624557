import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { blocksHtmlTask } from '../../platform/computation/rendering.tasks.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type LayoutPreviewDto, LayoutPreviewRequestDto } from './layout-preview/layout-preview.dto.js';
import { EnvironmentFactsService } from '../runs/scopes/environment-facts.service.js';
import { LayoutPreviewService } from './layout-preview/layout-preview.service.js';
import { type BlocksHtmlDto, BlocksRequestDto, type PreviewDto, PreviewRequestDto } from './preview.dto.js';
import { PreviewService } from './preview.service.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v2/workflows')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  /**
   * Preview a step
   *
   * Renders a step as a delivery would, with its saved control values or with others, and with the data that is given,
   * completed by examples. With `type` the step need not be saved. Nothing is stored or sent. Secret variables are masked. A template that cannot be rendered is
   * reported in `result.error`.
   */
  @Post(':workflowId/step/:stepId/preview')
  @Requires('workflows:read')
  preview(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('workflowId') workflowId: string,
    @Param('stepId') stepId: string,
    @Body() request: PreviewRequestDto,
  ): Promise<PreviewDto> {
    return this.previews.preview(environment, workflowId, stepId, request);
  }
}

@ApiTags('Layouts')
@Access('layouts')
@Controller('v2/layouts')
export class LayoutPreviewController {
  constructor(private readonly previews: LayoutPreviewService) {}

  /**
   * Preview a layout
   *
   * Renders it as for an email, with what is stored or what is entered and not saved yet. A template that cannot be
   * rendered is 422 with line and column. Secret variables are masked.
   */
  @Post(':layoutId/preview')
  @Requires('layouts:read')
  preview(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
    @Body() request: LayoutPreviewRequestDto,
  ): Promise<LayoutPreviewDto> {
    return this.previews.preview(environment, layoutId, request);
  }
}

@ApiTags('Workflows')
@Access('workflows')
@Controller('v1/blocks')
export class BlocksController {
  constructor(
    private readonly computation: Computation,
    private readonly environments: EnvironmentFactsService,
  ) {}

  /**
   * Write blocks as HTML
   *
   * Returns the body of an email or a layout that is a document of blocks as the HTML template that it is rendered by. With
   * `editorType` `html` it sends the same email, and is edited as HTML from then on. This cannot be undone. It looks like the
   * brand as it is now. Nothing is stored.
   */
  @Post('html')
  @Requires('workflows:read')
  async html(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { body, document = true }: BlocksRequestDto,
  ): Promise<BlocksHtmlDto> {
    const work = { environmentId: environment.id, urgent: true };
    const { brand } = await this.environments.find(environment);
    const written = await this.computation.run(blocksHtmlTask, { body, document, brand }, work);
    if ('failure' in written) throw ValidationException.of('body', written.failure);
    return written;
  }
}
