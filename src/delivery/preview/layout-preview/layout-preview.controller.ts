import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { type LayoutPreviewDto, LayoutPreviewRequestDto } from './layout-preview.dto.js';
import { LayoutPreviewService } from './layout-preview.service.js';

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
