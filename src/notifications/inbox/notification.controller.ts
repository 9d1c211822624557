import { Body, Controller, Delete, HttpCode, HttpStatus, Param, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import type { ActionType } from '../messages/message.schema.js';
import { ActionTypePipe, ApiNotificationId, InContextsDto, NotificationId, SnoozeDto } from './inbox-requests.dto.js';
import type { NotificationDto } from './inbox.dto.js';
import { InboxStates, notificationOf } from './inbox-states.service.js';

@ApiTags('Inbox notifications')
@Bare()
@Access('notifications')
@Controller('v2/subscribers/:subscriberId/notifications/:notificationId')
export class NotificationController {
  constructor(private readonly states: InboxStates) {}

  /**
   * Mark a notification as read
   *
   * Also marks it seen. A snoozed one is a 400.
   */
  @Patch('read')
  @ApiNotificationId()
  async read(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.change(environment, owner, id, 'read'));
  }

  /**
   * Mark a notification as unread
   *
   * An archived notification comes back from the archive. A snoozed one is a 400.
   */
  @Patch('unread')
  @ApiNotificationId()
  async unread(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.change(environment, owner, id, 'unread'));
  }

  /**
   * Archive a notification
   *
   * Also marks it read and seen. A snoozed one is a 400.
   */
  @Patch('archive')
  @ApiNotificationId()
  async archive(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.change(environment, owner, id, 'archive'));
  }

  /**
   * Take a notification out of the archive
   *
   * It stays read. A snoozed one is a 400.
   */
  @Patch('unarchive')
  @ApiNotificationId()
  async unarchive(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.change(environment, owner, id, 'unarchive'));
  }

  /**
   * Snooze a notification
   *
   * Hides it until a time, when it comes back unread and counts as delivered once more. A snooze can be moved.
   */
  @Patch('snooze')
  @ApiNotificationId()
  async snooze(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Body() { snoozeUntil }: SnoozeDto,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.snooze(environment, owner, id, snoozeUntil));
  }

  /**
   * End the snooze of a notification
   *
   * It is shown again at once, as it was before. One that is not snoozed stays as it is.
   */
  @Patch('unsnooze')
  @ApiNotificationId()
  async unsnooze(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.unsnooze(environment, owner, id));
  }

  /**
   * Complete an action
   *
   * Marks a button of the notification as completed, and the notification as read and seen.
   */
  @Patch('actions/:actionType/complete')
  @ApiNotificationId()
  @ApiParam({ name: 'actionType', enum: ['primary', 'secondary'] })
  async complete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Param('actionType', ActionTypePipe) action: ActionType,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.setAction(environment, owner, id, { action, completed: true }));
  }

  /**
   * Revert an action
   *
   * Puts a button of the notification back to pending, and marks the notification as read and seen.
   */
  @Patch('actions/:actionType/revert')
  @ApiNotificationId()
  @ApiParam({ name: 'actionType', enum: ['primary', 'secondary'] })
  async revert(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Param('actionType', ActionTypePipe) action: ActionType,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<NotificationDto> {
    const owner = { subscriberId, contextKeys };
    return notificationOf(await this.states.setAction(environment, owner, id, { action, completed: false }));
  }

  /**
   * Delete a notification
   *
   * For good.
   */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNotificationId()
  delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @NotificationId() id: Types.ObjectId,
    @Query() { contextKeys }: InContextsDto,
  ): Promise<void> {
    return this.states.delete(environment, { subscriberId, contextKeys }, id);
  }
}
