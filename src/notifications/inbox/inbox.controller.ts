import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  CountNotificationsDto,
  ListNotificationsDto,
  MarkSeenDto,
  MatchingNotificationsDto,
  readCountFilters,
} from './inbox-requests.dto.js';
import type { NotificationCountsDto, NotificationPageDto } from './inbox.dto.js';
import { InboxBulk } from './inbox-bulk.service.js';
import { InboxService } from './inbox.service.js';

@ApiTags('Inbox notifications')
@Bare()
@Access('notifications')
@Controller('v2/subscribers/:subscriberId/notifications')
export class InboxController {
  constructor(
    private readonly inbox: InboxService,
    private readonly bulk: InboxBulk,
  ) {}

  /**
   * List notifications
   *
   * The in-app notifications of a subscriber, newest first. Archived and snoozed ones only when asked for.
   */
  @Get()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() { limit, after, offset, ...filter }: ListNotificationsDto,
  ): Promise<NotificationPageDto> {
    return this.inbox.list(environment, { subscriberId }, filter, { limit, after, offset });
  }

  /**
   * Count notifications
   *
   * One count for each filter, in their order. Counting stops at a number that the installation sets; the response says so.
   */
  @Get('count')
  async count(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() { filters }: CountNotificationsDto,
  ): Promise<NotificationCountsDto> {
    return { data: await this.inbox.count(environment, { subscriberId }, readCountFilters(filters)) };
  }

  /**
   * Mark notifications as seen
   *
   * By ids, or by filters; with neither, all of them.
   */
  @Post('seen')
  @HttpCode(HttpStatus.NO_CONTENT)
  async markSeen(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { notificationIds, contextKeys, ...filter }: MarkSeenDto,
  ): Promise<void> {
    const owner = { subscriberId, contextKeys };
    if (notificationIds) await this.bulk.changeByIds(environment, owner, notificationIds, 'seen');
    else await this.bulk.change(environment, owner, filter, 'seen');
  }

  /**
   * Mark all notifications as read
   *
   * All that match; snoozed ones stay as they are.
   */
  @Post('read')
  @HttpCode(HttpStatus.NO_CONTENT)
  async markAllRead(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { contextKeys, ...filter }: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.change(environment, { subscriberId, contextKeys }, filter, 'read');
  }

  /**
   * Archive all notifications
   *
   * All that match, which also marks them read and seen; snoozed ones stay as they are.
   */
  @Post('archive')
  @HttpCode(HttpStatus.NO_CONTENT)
  async archiveAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { contextKeys, ...filter }: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.change(environment, { subscriberId, contextKeys }, filter, 'archive');
  }

  /**
   * Archive all read notifications
   *
   * All that match and are read; snoozed ones stay as they are.
   */
  @Post('read-archive')
  @HttpCode(HttpStatus.NO_CONTENT)
  async archiveAllRead(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { contextKeys, ...filter }: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.change(environment, { subscriberId, contextKeys }, filter, 'archive-read');
  }

  /**
   * Delete all notifications
   *
   * Deletes for good all that match, including archived and snoozed ones.
   */
  @Post('delete')
  @HttpCode(HttpStatus.NO_CONTENT)
  async deleteAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { contextKeys, ...filter }: MatchingNotificationsDto,
  ): Promise<void> {
    await this.bulk.delete(environment, { subscriberId, contextKeys }, filter);
  }
}
