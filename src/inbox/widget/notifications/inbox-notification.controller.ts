import { Body, Controller, Delete, HttpCode, HttpStatus, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import type { NotificationDto } from '../../../notifications/inbox/inbox.dto.js';
import { ApiNotificationId, NotificationId, SnoozeDto } from '../../../notifications/inbox/inbox-requests.dto.js';
import { InboxStates, notificationOf } from '../../../notifications/inbox/inbox-states.service.js';
import { CurrentSession, ForSubscribers, inboxOf, type SubscriberSession } from '../sessions/session.guard.js';
import { ActionDto } from './inbox-notifications.dto.js';

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/notifications/:notificationId')
export class InboxNotificationController {
  constructor(private readonly states: InboxStates) {}

  /**
   * Mark an own notification as read
   *
   * Also marks it seen. A snoozed one is 400.
   */
  @Patch('read')
  @ApiNotificationId()
  async read(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
  ): Promise<NotificationDto> {
    return notificationOf(await this.states.change(session.environment, inboxOf(session), id, 'read'));
  }

  /**
   * Mark an own notification as unread
   *
   * An archived notification comes back from the archive. A snoozed one is 400.
   */
  @Patch('unread')
  @ApiNotificationId()
  async unread(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
  ): Promise<NotificationDto> {
    return notificationOf(await this.states.change(session.environment, inboxOf(session), id, 'unread'));
  }

  /**
   * Archive an own notification
   *
   * Also marks it read and seen. A snoozed one is 400.
   */
  @Patch('archive')
  @ApiNotificationId()
  async archive(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
  ): Promise<NotificationDto> {
    return notificationOf(await this.states.change(session.environment, inboxOf(session), id, 'archive'));
  }

  /**
   * Take an own notification out of the archive
   *
   * It stays read. A snoozed one is 400.
   */
  @Patch('unarchive')
  @ApiNotificationId()
  async unarchive(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
  ): Promise<NotificationDto> {
    return notificationOf(await this.states.change(session.environment, inboxOf(session), id, 'unarchive'));
  }

  /**
   * Snooze an own notification
   *
   * Hides it until a later time. Then it is shown again, unread.
   */
  @Patch('snooze')
  @ApiNotificationId()
  async snooze(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
    @Body() { snoozeUntil }: SnoozeDto,
  ): Promise<NotificationDto> {
    return notificationOf(await this.states.snooze(session.environment, inboxOf(session), id, snoozeUntil));
  }

  /**
   * End the snooze of an own notification
   *
   * It is shown again as it was before. One that is not snoozed stays as it is.
   */
  @Patch('unsnooze')
  @ApiNotificationId()
  async unsnooze(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
  ): Promise<NotificationDto> {
    return notificationOf(await this.states.unsnooze(session.environment, inboxOf(session), id));
  }

  /**
   * Complete an action of an own notification
   *
   * Marks a button as completed, and the notification as read and seen. An unknown button is 400.
   */
  @Patch('complete')
  @ApiNotificationId()
  async complete(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
    @Body() { actionType: action }: ActionDto,
  ): Promise<NotificationDto> {
    const change = { action, completed: true };
    return notificationOf(await this.states.setAction(session.environment, inboxOf(session), id, change));
  }

  /**
   * Revert an action of an own notification
   *
   * Puts a button back to pending. An unknown button is 400.
   */
  @Patch('revert')
  @ApiNotificationId()
  async revert(
    @CurrentSession() session: SubscriberSession,
    @NotificationId() id: Types.ObjectId,
    @Body() { actionType: action }: ActionDto,
  ): Promise<NotificationDto> {
    const change = { action, completed: false };
    return notificationOf(await this.states.setAction(session.environment, inboxOf(session), id, change));
  }

  /** Delete an own notification */
  @Delete('delete')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNotificationId()
  async delete(@CurrentSession() session: SubscriberSession, @NotificationId() id: Types.ObjectId): Promise<void> {
    await this.states.delete(session.environment, inboxOf(session), id);
  }
}
