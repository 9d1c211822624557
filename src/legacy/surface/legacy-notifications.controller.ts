import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CountsAsTrigger } from '../../auth/request-limits.js';
import { Bare } from '../../platform/http/decorators.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import {
  type LegacyNotificationDto,
  SendNotificationDto,
  toLegacyNotificationDto,
} from '../sending/legacy-notifications.dto.js';
import { LegacyNotificationsService } from '../sending/legacy-notifications.service.js';
import { CurrentApplication } from './basic-auth.guard.js';

@ApiTags('Notifications')
@Controller('api/notification')
@Bare()
export class LegacyNotificationsController {
  constructor(private readonly notifications: LegacyNotificationsService) {}

  /**
   * Send a notification
   *
   * To one user, who is created when the external id is unknown. The workflow of the type delivers it through all its
   * channels. An unknown type is 404; a workflow that is deleted or not active is 422.
   */
  @Post()
  @CountsAsTrigger()
  @HttpCode(HttpStatus.OK)
  async send(
    @CurrentApplication() application: LegacyApplication,
    @Body() request: SendNotificationDto,
  ): Promise<LegacyNotificationDto> {
    return toLegacyNotificationDto(await this.notifications.send(application, request));
  }

  /**
   * Retrieve a notification
   *
   * The response of the request that sent it, with `isRead` as it is now. Kept for `TRANSACTION_ID_DAYS`; 404 for what
   * another application has sent.
   */
  @Get(':notificationId')
  async get(
    @CurrentApplication() application: LegacyApplication,
    @Param('notificationId') id: string,
  ): Promise<LegacyNotificationDto> {
    return toLegacyNotificationDto(await this.notifications.findOrFail(application, id));
  }
}
