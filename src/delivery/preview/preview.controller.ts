import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { type PreviewDto, PreviewRequestDto } from './preview.dto.js';
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
