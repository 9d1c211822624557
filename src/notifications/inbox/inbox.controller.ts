import { Body, Controller, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Types } from 'mongoose';
import { Bare } from '../../common/http/bare.decorator.js';
import { ObjectIdPipe } from '../../common/ids/object-id.pipe.js';
import { CurrentEnvironment } from '../../environments/current-environment.decorator.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import type { ActionType } from '../messages/message.schema.js';
import { ActionTypePipe } from './action-type.pipe.js';
import { ListNotificationsDto } from './dto/list-notifications.dto.js';
import { MarkSeenDto } from './dto/mark-seen.dto.js';
import type { NotificationDto } from './dto/notification.dto.js';
import type { NotificationPageDto } from './dto/notification-page.dto.js';
import { InboxService } from './inbox.service.js';

const NotificationId = () => Param('notificationId', new ObjectIdPipe('Notification'));
const ApiNotificationId = () => ApiParam({ name: 'notificationId', type: String });
const ApiActionType = () => ApiParam({ name: 'actionType', enum: ['primary', 'secondary'] });

@ApiTags('Inbox notifications')
@Bare()
@Controller('v2/subscribers/:subscriberId/notifications')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  /**
   * List notifications
   *
   * The in-app notifications of a subscriber, newest first. Archived ones only when asked for.
   */
  @Get()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() query: ListNotificationsDto,
  ): Promise<NotificationPageDto> {
    return this.inbox.list(environment, subscriberId, query);
  }

  /**
   * Mark notifications as seen
   *
   * By ids, or by filters; with neither, all of them.
   */
  @Post('seen')
  @HttpCode(HttpStatus.NO_CONTENT)
  markSeen(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() which: MarkSeenDto,
  ): Promise<void> {
    return this.inbox.markSeen(environment, subscriberId, which);
  }

  /**
   * Mark a notification as read
   *
   * Also marks it seen.
   */
  @Patch(':notificationId/read')
  @ApiNotificationId()
  read(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() notificationId: Types.ObjectId,
  ): Promise<NotificationDto> {
    return this.inbox.change(environment, subscriberId, notificationId, 'read');
  }

  /**
   * Mark a notification as unread
   *
   * An archived notification comes back from the archive.
   */
  @Patch(':notificationId/unread')
  @ApiNotificationId()
  unread(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() notificationId: Types.ObjectId,
  ): Promise<NotificationDto> {
    return this.inbox.change(environment, subscriberId, notificationId, 'unread');
  }

  /**
   * Archive a notification
   *
   * Also marks it read and seen.
   */
  @Patch(':notificationId/archive')
  @ApiNotificationId()
  archive(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() notificationId: Types.ObjectId,
  ): Promise<NotificationDto> {
    return this.inbox.change(environment, subscriberId, notificationId, 'archive');
  }

  /**
   * Take a notification out of the archive
   *
   * It stays read.
   */
  @Patch(':notificationId/unarchive')
  @ApiNotificationId()
  unarchive(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() notificationId: Types.ObjectId,
  ): Promise<NotificationDto> {
    return this.inbox.change(environment, subscriberId, notificationId, 'unarchive');
  }

  /**
   * Complete an action
   *
   * Marks a button of the notification as completed, and the notification as read and seen.
   */
  @Patch(':notificationId/actions/:actionType/complete')
  @ApiNotificationId()
  @ApiActionType()
  complete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() notificationId: Types.ObjectId,
    @Param('actionType', ActionTypePipe) actionType: ActionType,
  ): Promise<NotificationDto> {
    return this.inbox.setAction(environment, subscriberId, notificationId, actionType, true);
  }

  /**
   * Revert an action
   *
   * Puts a button of the notification back to pending.
   */
  @Patch(':notificationId/actions/:actionType/revert')
  @ApiNotificationId()
  @ApiActionType()
  revert(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() notificationId: Types.ObjectId,
    @Param('actionType', ActionTypePipe) actionType: ActionType,
  ): Promise<NotificationDto> {
    return this.inbox.setAction(environment, subscriberId, notificationId, actionType, false);
  }
}
