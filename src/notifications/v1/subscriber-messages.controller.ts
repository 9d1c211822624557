import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { ActionTypePipe } from '../inbox/inbox-requests.dto.js';
import { InboxStates } from '../inbox/inbox-states.service.js';
import type { ActionType } from '../messages/message.schema.js';
import {
  ActionStatusDto,
  type FeedPageDto,
  FeedQueryDto,
  MarkAllMessagesDto,
  MarkFlagsOfMessagesDto,
  MarkMessagesDto,
  type UnseenCountDto,
  UnseenCountQueryDto,
} from './message-requests.dto.js';
import type { MessageDto } from './message.dto.js';
import { FeedService, markOf } from './feed.service.js';
import { MessageRecords } from './message-records.service.js';

@ApiTags('Inbox notifications (v1)')
@Access('notifications')
@Controller('v1/subscribers/:subscriberId')
export class SubscriberMessagesController {
  constructor(
    private readonly feed: FeedService,
    private readonly states: InboxStates,
    private readonly records: MessageRecords,
  ) {}

  /**
   * List in-app messages by page
   *
   * Newest first, archived ones among them. For many pages use the list of `/v2`, which is as quick on the last page as
   * on the first. An unknown subscriber is 400.
   * @deprecated
   */
  @Get('notifications/feed')
  @Bare()
  page(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() query: FeedQueryDto,
  ): Promise<FeedPageDto> {
    return this.feed.page(environment, subscriberId, query);
  }

  /**
   * Count unseen in-app messages
   *
   * Or seen ones. The count stops at `limit`.
   * @deprecated
   */
  @Get('notifications/unseen')
  async unseen(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() query: UnseenCountQueryDto,
  ): Promise<UnseenCountDto> {
    return { count: await this.feed.count(environment, subscriberId, query) };
  }

  /**
   * Set the state of messages
   *
   * Returns those that the subscriber has; 404 when there are none.
   * @deprecated
   */
  @Post('messages/mark-as')
  markAs(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { messageId, markAs }: MarkMessagesDto,
  ): Promise<MessageDto[]> {
    return this.feed.mark(environment, subscriberId, messageId, markAs);
  }

  /**
   * Set flags of messages
   *
   * As the state that the flags stand for.
   * @deprecated
   */
  @Post('messages/markAs')
  markFlags(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { messageId, mark }: MarkFlagsOfMessagesDto,
  ): Promise<MessageDto[]> {
    return this.feed.mark(environment, subscriberId, messageId, markOf(mark));
  }

  /**
   * Set the state of all messages
   *
   * Returns how many were changed.
   * @deprecated
   */
  @Post('messages/mark-all')
  markAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() request: MarkAllMessagesDto,
  ): Promise<number> {
    return this.feed.markAll(environment, subscriberId, request);
  }

  /**
   * Set the status of a message's action
   *
   * Also marks the message read and seen. Replaced by the operations of `/v2` that complete and revert an action.
   * @deprecated
   */
  @Post('messages/:messageId/actions/:actionType')
  @ApiParam({ name: 'messageId', type: String })
  @ApiParam({ name: 'actionType', enum: ['primary', 'secondary'] })
  async setAction(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Param('messageId', new ObjectIdPipe('Notification')) id: Types.ObjectId,
    @Param('actionType', ActionTypePipe) action: ActionType,
    @Body() { status, payload }: ActionStatusDto,
  ): Promise<MessageDto> {
    const change = { action, completed: status === 'done', payload };
    const { message } = await this.states.setAction(environment, { subscriberId }, id, change);
    const [described] = await this.records.describe(environment, [message]);
    return described!;
  }
}
