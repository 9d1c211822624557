import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Bare } from '../../../platform/http/decorators.js';
import {
  CountNotificationsDto,
  ListNotificationsDto,
  MarkSeenDto,
  MatchingNotificationsDto,
  readCountFilters,
} from '../../../notifications/inbox/inbox-requests.dto.js';
import type { NotificationPageDto } from '../../../notifications/inbox/inbox.dto.js';
import { InboxBulk } from '../../../notifications/inbox/inbox-bulk.service.js';
import { InboxService } from '../../../notifications/inbox/inbox.service.js';
import { CurrentSession, ForSubscribers, inboxOf, type SubscriberSession } from '../sessions/session.guard.js';
import { type InboxCountsDto, toInboxCountDto } from './inbox-notifications.dto.js';

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/notifications')
export class InboxNotificationsController {
  constructor(
    private readonly inbox: InboxService,
    private readonly bulk: InboxBulk,
  ) {}

  /**
   * List own notifications
   *
   * Those of the session's subscriber in exactly the session's contexts, newest first. Archived and snoozed ones only
   * when asked for.
   */
  @Get()
  @Bare()
  list(
    @CurrentSession() session: SubscriberSession,
    @Query() { limit, after, offset, ...filter }: ListNotificationsDto,
  ): Promise<NotificationPageDto> {
    return this.inbox.list(session.environment, inboxOf(session), filter, { limit, after, offset });
  }

  /**
   * Count own notifications
   *
   * For several filters at once; the counts come in their order and stop at 99.
   */
  @Get('count')
  @Bare()
  async count(
    @CurrentSession() session: SubscriberSession,
    @Query() { filters }: CountNotificationsDto,
  ): Promise<InboxCountsDto> {
    const counts = await this.inbox.count(session.environment, inboxOf(session), readCountFilters(filters));
    return { data: counts.map(toInboxCountDto) };
  }

  /**
   * Mark own notifications as seen
   *
   * By ids, or by filters; with neither, all of them.
   */
  @Post('seen')
  @HttpCode(HttpStatus.NO_CONTENT)
  async markSeen(
    @CurrentSession() session: SubscriberSession,
    @Body() { notificationIds, ...filter }: MarkSeenDto,
  ): Promise<void> {
    const owner = inboxOf(session);
    if (notificationIds) await this.bulk.changeByIds(session.environment, owner, notificationIds, 'seen');
    else await this.bulk.change(session.environment, owner, filter, 'seen');
  }

  /**
   * Mark all own notifications as read
   *
   * All that match; snoozed ones stay as they are.
   */
  @Post('read')
  @HttpCode(HttpStatus.NO_CONTENT)
  async markAllRead(
    @CurrentSession() session: SubscriberSession,
    @Body() filter: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.change(session.environment, inboxOf(session), filter, 'read');
  }

  /**
   * Archive all own notifications
   *
   * All that match, which also marks them read and seen; snoozed ones stay as they are.
   */
  @Post('archive')
  @HttpCode(HttpStatus.NO_CONTENT)
  async archiveAll(
    @CurrentSession() session: SubscriberSession,
    @Body() filter: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.change(session.environment, inboxOf(session), filter, 'archive');
  }

  /**
   * Archive all own read notifications
   *
   * All that match and are read; snoozed ones stay as they are.
   */
  @Post('read-archive')
  @HttpCode(HttpStatus.NO_CONTENT)
  async archiveAllRead(
    @CurrentSession() session: SubscriberSession,
    @Body() filter: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.change(session.environment, inboxOf(session), filter, 'archive-read');
  }

  /**
   * Delete all own notifications
   *
   * All that match, archived and snoozed ones with them, for good.
   */
  @Post('delete')
  @HttpCode(HttpStatus.NO_CONTENT)
  async deleteAll(
    @CurrentSession() session: SubscriberSession,
    @Body() filter: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.delete(session.environment, inboxOf(session), filter);
  }
}
