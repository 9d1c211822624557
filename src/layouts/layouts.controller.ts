import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnvironment } from '../auth/current-environment.decorator.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import {
  CreateLayoutDto,
  DuplicateLayoutDto,
  type LayoutDto,
  type LayoutListDto,
  type LayoutUsageDto,
  ListLayoutsQueryDto,
  UpdateLayoutDto,
} from './layouts.dto.js';
import { LayoutsService } from './layouts.service.js';
import { LayoutCopiesService } from './layout-copies.service.js';
import { LayoutUsageService } from './layout-usage.service.js';
import { LayoutViewsService } from './layout-views.service.js';

@ApiTags('Layouts')
@Controller('v2/layouts')
export class LayoutsController {
  constructor(
    private readonly layouts: LayoutsService,
    private readonly usages: LayoutUsageService,
    private readonly copies: LayoutCopiesService,
    private readonly views: LayoutViewsService,
  ) {}

  /**
   * Create a layout
   *
   * The first layout of an environment becomes its default and stays so. What it shows is set by updating it. An
   * identifier that is taken answers 409.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateLayoutDto,
  ): Promise<LayoutDto> {
    return this.views.one(environment, await this.layouts.create(environment, request));
  }

  /**
   * List layouts
   *
   * A page of the environment's layouts, newest first unless ordered otherwise.
   */
  @Get()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListLayoutsQueryDto,
  ): Promise<LayoutListDto> {
    return this.views.page(environment, await this.layouts.list(environment, query));
  }

  /**
   * Retrieve a layout
   *
   * By its identifier, its internal id or its slug.
   */
  @Get(':layoutId')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
  ): Promise<LayoutDto> {
    return this.views.one(environment, await this.layouts.findOrFail(environment, layoutId));
  }

  /**
   * Update a layout
   *
   * The next emails have it. A body that cannot be read as a template answers 422 with line and column; one that does
   * not print `content` anywhere answers 400.
   */
  @Put(':layoutId')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
    @Body() changes: UpdateLayoutDto,
  ): Promise<LayoutDto> {
    return this.views.one(environment, await this.layouts.update(environment, layoutId, changes));
  }

  /**
   * Delete a layout
   *
   * With its translations. The default layout, and one that a workflow uses, answer 409.
   */
  @Delete(':layoutId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@CurrentEnvironment() environment: EnvironmentRef, @Param('layoutId') layoutId: string): Promise<void> {
    await this.usages.delete(environment, layoutId);
  }

  /**
   * Duplicate a layout
   *
   * The copy shows what the layout shows. Without `layoutId` its identifier is made from the name; one that is taken
   * answers 409.
   */
  @Post(':layoutId/duplicate')
  async duplicate(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
    @Body() request: DuplicateLayoutDto,
  ): Promise<LayoutDto> {
    return this.views.one(environment, await this.copies.duplicate(environment, layoutId, request));
  }

  /**
   * List the workflows that use a layout
   *
   * Those with an email step that names it. The default layout is also used by email steps that name none.
   */
  @Get(':layoutId/usage')
  async usage(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
  ): Promise<LayoutUsageDto> {
    return this.usages.find(environment, layoutId);
  }
}
