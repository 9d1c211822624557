import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import {
  CreateLayoutDto,
  DuplicateLayoutDto,
  type LayoutDto,
  type LayoutListDto,
  type LayoutUsageDto,
  ListLayoutsQueryDto,
  toLayoutDto,
  UpdateLayoutDto,
} from './layouts.dto.js';
import type { Layout } from './layout.schema.js';
import { LayoutChangesService } from './layout-changes.service.js';
import { LayoutsService } from './layouts.service.js';

@ApiTags('Layouts')
@Access('layouts')
@Controller('v2/layouts')
export class LayoutsController {
  constructor(
    private readonly layouts: LayoutsService,
    private readonly changes: LayoutChangesService,
    private readonly editors: EditorsService,
  ) {}

  /**
   * Create a layout
   *
   * The first layout of an environment becomes its default and stays so. Its content is set by updating it. An
   * identifier that is taken is 409.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateLayoutDto,
  ): Promise<LayoutDto> {
    return this.toDto(environment, await this.layouts.create(environment, request));
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
    return this.toListDto(environment, await this.layouts.list(environment, query));
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
    return this.toDto(environment, await this.layouts.findOrFail(environment, layoutId));
  }

  /**
   * Update a layout
   *
   * The next emails have it. A body that cannot be read as a template is 422 with line and column; one that does
   * not print `content` anywhere is 400.
   */
  @Put(':layoutId')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
    @Body() changes: UpdateLayoutDto,
  ): Promise<LayoutDto> {
    return this.toDto(environment, await this.layouts.update(environment, layoutId, changes));
  }

  /**
   * Delete a layout
   *
   * With its translations. The default layout, and one that a workflow uses, are 409.
   */
  @Delete(':layoutId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@CurrentEnvironment() environment: EnvironmentRef, @Param('layoutId') layoutId: string): Promise<void> {
    await this.changes.delete(environment, layoutId);
  }

  /**
   * Duplicate a layout
   *
   * The copy shows what the layout shows. Without `layoutId` its identifier is made from the name; one that is taken
   * is 409.
   */
  @Post(':layoutId/duplicate')
  async duplicate(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('layoutId') layoutId: string,
    @Body() request: DuplicateLayoutDto,
  ): Promise<LayoutDto> {
    return this.toDto(environment, await this.changes.duplicate(environment, layoutId, request));
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
    return this.changes.findUsage(environment, layoutId);
  }

  private async toDto(environment: EnvironmentRef, layout: Layout): Promise<LayoutDto> {
    const editors = await this.editors.findOf(environment, [layout]);
    return toLayoutDto(layout, editors.get(layout.updatedById));
  }

  private async toListDto(
    environment: EnvironmentRef,
    { layouts, totalCount }: { layouts: Layout[]; totalCount: number },
  ): Promise<LayoutListDto> {
    const editors = await this.editors.findOf(environment, layouts);
    return {
      layouts: layouts.map((layout) => toLayoutDto(layout, editors.get(layout.updatedById))),
      totalCount,
    };
  }
}
