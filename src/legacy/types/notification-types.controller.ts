import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  CreateNotificationTypeDto,
  type NotificationTypeDto,
  type NotificationTypePageDto,
  toNotificationTypeDto,
  toNotificationTypePageDto,
  UpdateNotificationTypeDto,
} from './notification-types.dto.js';
import { NotificationTypesService } from './notification-types.service.js';

@ApiTags('Legacy applications')
@Access('legacy')
@Controller('v1/legacy/applications/:applicationId/types')
export class NotificationTypesController {
  constructor(private readonly types: NotificationTypesService) {}

  /**
   * Create a notification type
   *
   * A kind of notification that the application sends by name. An identifier that is taken is 409, an unknown workflow 404.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
    @Body() request: CreateNotificationTypeDto,
  ): Promise<NotificationTypeDto> {
    return toNotificationTypeDto(await this.types.create(environment, applicationId, request));
  }

  /**
   * List notification types
   *
   * A page of the application's types, newest first unless ordered otherwise.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
    @Query() query: CursorQueryDto,
  ): Promise<NotificationTypePageDto> {
    return toNotificationTypePageDto(await this.types.list(environment, applicationId, query));
  }

  /**
   * Retrieve a notification type
   *
   * By your own name of it.
   */
  @Get(':typeIdentifier')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
    @Param('typeIdentifier') identifier: string,
  ): Promise<NotificationTypeDto> {
    return toNotificationTypeDto(await this.types.findOrFail(environment, applicationId, identifier));
  }

  /**
   * Update a notification type
   *
   * Absent fields stay as they are. An unknown workflow is 404.
   */
  @Patch(':typeIdentifier')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
    @Param('typeIdentifier') identifier: string,
    @Body() changes: UpdateNotificationTypeDto,
  ): Promise<NotificationTypeDto> {
    return toNotificationTypeDto(await this.types.update(environment, applicationId, identifier, changes));
  }

  /**
   * Delete a notification type
   *
   * Later notifications that name it are 404. Sent notifications stay.
   */
  @Delete(':typeIdentifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
    @Param('typeIdentifier') identifier: string,
  ): Promise<void> {
    await this.types.delete(environment, applicationId, identifier);
  }
}
