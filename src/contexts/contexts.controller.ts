import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { Bare } from '../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { ContextsService } from './contexts.service.js';
import {
  type ContextDto,
  type ContextPageDto,
  ContextPathDto,
  CreateContextDto,
  ListContextsQueryDto,
  toContextDto,
  toContextPageDto,
  UpdateContextDto,
} from './contexts.dto.js';

@ApiTags('Contexts')
@Access('contexts')
@Controller('v2/contexts')
export class ContextsController {
  constructor(private readonly contexts: ContextsService) {}

  /**
   * Create a context
   *
   * 409 when a context has that type and id. Triggers and topic subscriptions create the contexts they name
   * by themselves.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateContextDto,
  ): Promise<ContextDto> {
    return toContextDto(await this.contexts.create(environment, request));
  }

  /**
   * List contexts
   *
   * A page of the environment's contexts, newest first unless ordered otherwise. All filters must match.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListContextsQueryDto,
  ): Promise<ContextPageDto> {
    return toContextPageDto(await this.contexts.list(environment, query));
  }

  /** Retrieve a context */
  @Get(':type/:id')
  async get(@CurrentEnvironment() environment: EnvironmentRef, @Param() path: ContextPathDto): Promise<ContextDto> {
    return toContextDto(await this.contexts.findOrFail(environment, path));
  }

  /**
   * Update a context
   *
   * Replaces its data as a whole. The address for agents changes only when it is sent.
   */
  @Patch(':type/:id')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param() path: ContextPathDto,
    @Body() request: UpdateContextDto,
  ): Promise<ContextDto> {
    return toContextDto(await this.contexts.update(environment, path, request));
  }

  /**
   * Delete a context
   *
   * Deletes its data permanently, and nothing else: notifications, preferences and topic subscriptions that carry its key
   * stay and are found by it as before. A later trigger that names it creates it again, without data.
   */
  @Delete(':type/:id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@CurrentEnvironment() environment: EnvironmentRef, @Param() path: ContextPathDto): Promise<void> {
    await this.contexts.delete(environment, path);
  }
}
